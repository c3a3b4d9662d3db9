// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/variable_filters.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/error_context.hpp"
#include "base/process/library_call.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"
#include "filter/spec/resolve.hpp"
#include "libnetcdf/functions.hpp"
#include "model/schema/filter_types.hpp"
#include "ncf/error.hpp"
#include "plugin/availability.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf {

namespace {

template <class Work>
decltype(auto) at_variable(int ncid, int varid, Work&& work) {
  return base::with_context(
      [&] { return "variable " + libnetcdf::functions().variable_path(ncid, varid); },
      std::forward<Work>(work));
}

/// Checks parameters, and converts those in working form to the form to define.
Filter checked(int ncid, int varid, const Filter& filter) {
  NumericFilter written;
  written.id = filter.id;
  for (const std::uint32_t word : filter.parameters) {
    written.parameters.push_back({.tag = Constant::Tag::untagged, .bits = word, .span = {}});
  }
  const FilterSpec spec{{std::move(written)}};
  if (!filter.parameters.empty()) {
    model::require_fitting_sizes(spec,
                                 libnetcdf::functions().chunk_layout(ncid, varid).element_bytes);
  }
  Filter resolved = resolve(spec).front();
  resolved.flag = filter.flag;
  return resolved;
}

/// Returns the filter with this name, its parameters by position.
Filter named(const char* name, const std::vector<int>& values) {
  NamedFilter written;
  written.name = name;
  for (const int value : values) {
    const auto tag = value < 0 ? Constant::Tag::int64 : Constant::Tag::untagged;
    const Constant constant{.tag = tag, .bits = static_cast<std::uint64_t>(value), .span = {}};
    written.arguments.push_back({.key = {}, .value = constant, .span = {}});
  }
  return resolve(FilterSpec{{std::move(written)}}).front();
}

/// throws: Error(unsupported) for a flag that only ncf itself can write.
void require_usual_flag(const Filter& filter) {
  if (filter::has_usual_flag(filter)) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("libnetcdf cannot define {} as {}", filter::filter_title(filter.id),
                          filter::name_of(filter.flag)));
}

/// Defines a filter that was already checked.
void define(int ncid, int varid, const Filter& filter) {
  at_variable(ncid, varid, [&] { require_usual_flag(filter); });
  plugin::require_filter({.id = filter.id,
                          .variable = libnetcdf::functions().variable_path(ncid, varid),
                          .use = plugin::FilterUse::encode});
  at_variable(ncid, varid, [&] {
    Chain chain = visible_form(libnetcdf::functions().read_filters(ncid, varid));
    chain.push_back(filter);
    filter::require_order_of_libnetcdf(filter::merge_repeated(std::move(chain)));
    libnetcdf::functions().add_filter(ncid, varid, filter);
  });
}

/// throws: Error(unsupported) if the filter itself rejects the variable.
void require_applicable(int ncid, int varid, const Filter& filter) {
  base::with_context([&] { return filter::filter_title(filter.id); },
                     [&] {
                       libnetcdf::functions().require_filterable(ncid, varid);
                       const auto layout = libnetcdf::functions().chunk_layout(ncid, varid);
                       (void)plugin::PluginFilters().bind(filter, layout,
                                                          plugin::FilterUse::encode);
                     });
}

void define_named(int ncid, int varid, const char* name, const std::vector<int>& values) {
  base::library_call(
      [&] { define(ncid, varid, at_variable(ncid, varid, [&] { return named(name, values); })); });
}

}  // namespace

void define_filter(int ncid, int varid, const Filter& filter) {
  base::library_call([&] {
    define(ncid, varid, at_variable(ncid, varid, [&] { return checked(ncid, varid, filter); }));
  });
}

std::optional<std::string> define_optional_filter(int ncid, int varid, const Filter& filter) {
  return base::library_call([&]() -> std::optional<std::string> {
    const Filter wanted = at_variable(ncid, varid, [&] { return checked(ncid, varid, filter); });
    const std::string path = libnetcdf::functions().variable_path(ncid, varid);
    try {
      plugin::require_filter({.id = wanted.id, .variable = path, .use = plugin::FilterUse::encode});
      at_variable(ncid, varid, [&] { require_applicable(ncid, varid, wanted); });
      define(ncid, varid, wanted);
    } catch (const Error& error) {
      const bool can_be_skipped =
          error.code() == ErrorCode::not_found || error.code() == ErrorCode::unsupported;
      if (!can_be_skipped) throw;
      return error.what();
    }
    return std::nullopt;
  });
}

void define_filters(int ncid, int varid, const Chain& chain) {
  for (const Filter& filter : chain) define_filter(ncid, varid, filter);
}

void define_deflate(int ncid, int varid, int level) {
  define_named(ncid, varid, "deflate", {level});
}

void define_shuffle(int ncid, int varid) { define_named(ncid, varid, "shuffle", {}); }

void define_fletcher32(int ncid, int varid) { define_named(ncid, varid, "fletcher32", {}); }

void define_szip(int ncid, int varid, SzipCoding coding, int pixels_per_block) {
  constexpr int entropy_coding = 4;
  constexpr int nearest_neighbour = 32;
  const int mask = coding == SzipCoding::entropy ? entropy_coding : nearest_neighbour;
  define_named(ncid, varid, "szip", {mask, pixels_per_block});
}

void define_bzip2(int ncid, int varid, int level) { define_named(ncid, varid, "bzip2", {level}); }

void define_zstandard(int ncid, int varid, int level) {
  define_named(ncid, varid, "zstd", {level});
}

void define_blosc(int ncid, int varid, BloscCodec codec, int level, BloscShuffle shuffle) {
  define_named(ncid, varid, "blosc", {level, static_cast<int>(shuffle), static_cast<int>(codec)});
}

StoredChain inquire_filters(int ncid, int varid) {
  return base::library_call([&] {
    return at_variable(ncid, varid,
                       [&] { return libnetcdf::functions().read_filters(ncid, varid); });
  });
}

std::vector<std::uint32_t> inquire_filter_ids(int ncid, int varid) {
  return base::library_call([&] {
    return at_variable(ncid, varid, [&] { return libnetcdf::functions().filter_ids(ncid, varid); });
  });
}

std::optional<std::vector<std::uint32_t>> inquire_filter_parameters(int ncid, int varid,
                                                                    std::uint32_t id) {
  for (const StoredFilter& filter : inquire_filters(ncid, varid)) {
    if (filter.id == id) return filter.parameters;
  }
  return std::nullopt;
}

StoredFilter inquire_first_filter(int ncid, int varid) {
  StoredChain chain = inquire_filters(ncid, varid);
  return chain.empty() ? StoredFilter{} : std::move(chain.front());
}

}  // namespace ncf
