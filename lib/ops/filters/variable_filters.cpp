// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/variable_filters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/threads/library_call.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"
#include "filter/spec/resolve.hpp"
#include "hdf5/properties/property_filters.hpp"
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
    plugin::require_filter({filter.id, {}, plugin::FilterUse::encode});
    add(owner, filter);
  });
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
        plugin::require_filter({wanted.id, {}, plugin::FilterUse::encode});
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

}  // namespace ncf
