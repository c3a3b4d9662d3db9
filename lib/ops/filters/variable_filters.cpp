// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/variable_filters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/threads/library_call.hpp"
#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"
#include "filter/spec/resolve.hpp"
#include "hdf5/properties/creation_properties.hpp"
#include "libnetcdf/functions.hpp"
#include "model/schema/filter_types.hpp"
#include "ncf/error.hpp"
#include "ops/filters/filter_owner.hpp"
#include "plugin/availability.hpp"
#include "plugin/plugin_filters.hpp"

namespace ncf {
namespace {

// ---- Variables and properties ----

using ops::at_owner;
using ops::is_variable;

StoredChain read(const FilterOwner& owner) {
  if (!is_variable(owner)) return hdf5::filters_of(owner.properties);
  return libnetcdf::functions().read_filters(owner.ncid, owner.varid);
}

/// throws: Error(unsupported) for a flag that only ncf itself and libhdf5 can write.
void require_usual_flag(const Filter& filter) {
  if (filter::has_usual_flag(filter)) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("libnetcdf cannot define {} as {}", filter::filter_title(filter.id),
                          filter::name_of(filter.flag)));
}

/// throws: Error(unsupported) if a filter of values would follow one that leaves bytes.
void require_values_first(const Chain& chain) {
  const auto late = filter::find_late_filter(chain);
  if (late) throw Error(ErrorCode::unsupported, filter::describe_late_filter(chain, *late));
}

/// Adds a filter to those that were read.
void add(const FilterOwner& owner, const Filter& filter) {
  Chain chain = visible_form(read(owner));
  chain.push_back(filter);
  chain = filter::merge_repeated(std::move(chain));
  if (!is_variable(owner)) {
    require_values_first(chain);
    return hdf5::set_filter(owner.properties, filter);
  }
  filter::require_order_of_libnetcdf(chain);
  libnetcdf::functions().add_filter(owner.ncid, owner.varid, filter);
}

/// throws: Error(unsupported) if the filter itself rejects the variable.
void require_applicable(const FilterOwner& owner, const Filter& filter) {
  if (!is_variable(owner)) return;
  base::with_context([&] { return filter::filter_title(filter.id); },
                     [&] {
                       const auto& netcdf = libnetcdf::functions();
                       netcdf.require_filterable(owner.ncid, owner.varid);
                       const auto layout = netcdf.chunk_layout(owner.ncid, owner.varid);
                       (void)plugin::PluginFilters().bind(filter, layout,
                                                          plugin::FilterUse::encode);
                     });
}

// ---- Definition ----

/// Checks parameters, and converts those in working form to the form to define.
Filter checked(const FilterOwner& owner, const Filter& filter) {
  NumericFilter written;
  written.id = filter.id;
  for (const std::uint32_t word : filter.parameters) {
    written.parameters.push_back({.tag = Constant::Tag::untagged, .bits = word, .span = {}});
  }
  const FilterSpec spec{{std::move(written)}};
  if (!filter.parameters.empty() && is_variable(owner)) {
    const auto layout = libnetcdf::functions().chunk_layout(owner.ncid, owner.varid);
    model::require_fitting_sizes(spec, layout.element_bytes);
  }
  Filter resolved = resolve(spec).front();
  resolved.flag = filter.flag;
  return resolved;
}

/// Defines a filter that was already checked.
void define(const FilterOwner& owner, const Filter& filter) {
  at_owner(owner, [&] {
    if (is_variable(owner)) require_usual_flag(filter);
    plugin::require_filter(filter.id, plugin::FilterUse::encode);
    add(owner, filter);
  });
}

// ---- Filters by name ----

/// Defines the filter with this name, its parameters by position.
void define_named(const FilterOwner& owner, const char* name, std::initializer_list<int> values) {
  NamedFilter written;
  written.name = name;
  for (const int value : values) {
    const auto tag = value < 0 ? Constant::Tag::int64 : Constant::Tag::untagged;
    const Constant constant{.tag = tag, .bits = static_cast<std::uint64_t>(value), .span = {}};
    written.arguments.push_back({.key = {}, .value = constant, .span = {}});
  }
  const FilterSpec spec{{std::move(written)}};
  base::library_call(
      [&] { define_filters(owner, at_owner(owner, [&] { return resolve(spec); })); });
}

/// Returns the parameters of a filter as numbers with a sign; empty if it is not attached.
/// throws: StatusError if their number is neither `count` nor `other_count`.
std::optional<std::vector<int>> numbers_of(const FilterOwner& owner, std::uint32_t id,
                                           std::size_t count, std::size_t other_count = 0) {
  const auto parameters = inquire_filter_parameters(owner, id);
  if (!parameters) return std::nullopt;
  if (parameters->size() != count && parameters->size() != other_count) {
    at_owner(owner, [&] {
      throw libnetcdf::StatusError(
          ncf_nc_efilter, ErrorCode::corrupt,
          fmt::format("{} has {} parameters, expected {}", filter::filter_title(id),
                      parameters->size(), count));
    });
  }
  return std::vector<int>(parameters->begin(), parameters->end());
}

std::optional<int> level_of(const FilterOwner& owner, std::uint32_t id) {
  const auto numbers = numbers_of(owner, id, 1);
  return numbers ? std::optional(numbers->front()) : std::nullopt;
}

}  // namespace

void define_filter(FilterOwner owner, const Filter& filter) {
  base::library_call(
      [&] { define(owner, at_owner(owner, [&] { return checked(owner, filter); })); });
}

void define_filters(FilterOwner owner, const Chain& chain) {
  for (const Filter& filter : chain) define_filter(owner, filter);
}

std::optional<std::string> define_optional_filter(FilterOwner owner, const Filter& filter) {
  return base::library_call([&]() -> std::optional<std::string> {
    const Filter wanted = at_owner(owner, [&] { return checked(owner, filter); });
    try {
      at_owner(owner, [&] {
        plugin::require_filter(wanted.id, plugin::FilterUse::encode);
        require_applicable(owner, wanted);
      });
      define(owner, wanted);
    } catch (const Error& error) {
      const bool can_be_skipped =
          error.code() == ErrorCode::not_found || error.code() == ErrorCode::unsupported;
      if (!can_be_skipped) throw;
      return error.what();
    }
    return std::nullopt;
  });
}

// ---- Inquiry ----

StoredChain inquire_filters(FilterOwner owner) {
  return base::library_call([&] { return at_owner(owner, [&] { return read(owner); }); });
}

std::vector<std::uint32_t> inquire_filter_ids(FilterOwner owner) {
  std::vector<std::uint32_t> ids;
  for (const StoredFilter& filter : inquire_filters(owner)) ids.push_back(filter.id);
  return ids;
}

std::optional<std::vector<std::uint32_t>> inquire_filter_parameters(FilterOwner owner,
                                                                    std::uint32_t id) {
  StoredChain chain = inquire_filters(owner);
  const auto found = std::ranges::find(chain, id, &StoredFilter::id);
  return found == chain.end() ? std::nullopt : std::optional(std::move(found->parameters));
}

StoredFilter inquire_first_filter(FilterOwner owner) {
  StoredChain chain = inquire_filters(owner);
  return chain.empty() ? StoredFilter{} : std::move(chain.front());
}

std::uint32_t find_filter_id(const std::string& name) {
  if (const filter::FilterFacts* const facts = filter::find_filter(name)) return facts->id;
  return base::library_call([&] {
    const auto id = plugin::PluginFilters().find_id(name);
    return id ? *id : filter::get_filter(name).id;
  });
}

// ---- Filters for which libnetcdf has functions of their own ----

void define_deflate(FilterOwner owner, int level) { define_named(owner, "deflate", {level}); }
std::optional<int> inquire_deflate(FilterOwner owner) {
  return level_of(owner, filter::deflate_id);
}

void define_shuffle(FilterOwner owner) { define_named(owner, "shuffle", {}); }
bool inquire_shuffle(FilterOwner owner) {
  return inquire_filter_parameters(owner, filter::shuffle_id).has_value();
}

void define_fletcher32(FilterOwner owner) { define_named(owner, "fletcher32", {}); }
bool inquire_fletcher32(FilterOwner owner) {
  return inquire_filter_parameters(owner, filter::fletcher32_id).has_value();
}

void define_szip(FilterOwner owner, const SzipParameters& parameters) {
  define_named(owner, "szip", {static_cast<int>(parameters.coding), parameters.pixels_per_block});
}
// A file has two parameters more, and further bits in the first.
std::optional<SzipParameters> inquire_szip(FilterOwner owner) {
  const auto numbers = numbers_of(owner, filter::szip_id, 2, 4);
  if (!numbers) return std::nullopt;
  const bool is_entropy = (numbers->at(0) & static_cast<int>(SzipCoding::entropy)) != 0;
  return SzipParameters{is_entropy ? SzipCoding::entropy : SzipCoding::nearest_neighbour,
                        numbers->at(1)};
}

void define_bzip2(FilterOwner owner, int level) { define_named(owner, "bzip2", {level}); }
std::optional<int> inquire_bzip2(FilterOwner owner) { return level_of(owner, filter::bzip2_id); }

void define_zstandard(FilterOwner owner, int level) { define_named(owner, "zstd", {level}); }
std::optional<int> inquire_zstandard(FilterOwner owner) { return level_of(owner, filter::zstd_id); }

void define_blosc(FilterOwner owner, const BloscParameters& parameters) {
  define_named(
      owner, "blosc",
      {parameters.level, static_cast<int>(parameters.shuffle), static_cast<int>(parameters.codec)});
}
std::optional<BloscParameters> inquire_blosc(FilterOwner owner) {
  constexpr std::uint32_t blosc_id = 32001;
  const auto numbers = numbers_of(owner, blosc_id, 7);
  if (!numbers) return std::nullopt;
  return BloscParameters{static_cast<BloscCodec>(numbers->at(6)), numbers->at(4),
                         static_cast<BloscShuffle>(numbers->at(5))};
}

void define_quantization(FilterOwner owner, const Quantization& quantization) {
  base::library_call([&] {
    at_owner(owner, [&] {
      if (!is_variable(owner)) {
        throw Error(ErrorCode::unsupported, "only libnetcdf quantizes values");
      }
      libnetcdf::functions().define_quantization(
          owner.ncid, owner.varid, static_cast<int>(quantization.mode), quantization.digits);
    });
  });
}
Quantization inquire_quantization(FilterOwner owner) {
  if (!is_variable(owner)) return {};
  return base::library_call([&] {
    const auto [mode, digits] = libnetcdf::functions().read_quantization(owner.ncid, owner.varid);
    return Quantization{static_cast<QuantizationMode>(mode), digits};
  });
}

}  // namespace ncf
