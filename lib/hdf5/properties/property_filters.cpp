// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/properties/property_filters.hpp"

#include <hdf5.h>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "hdf5/library/calls.hpp"

namespace ncf::hdf5 {
namespace {

static_assert(std::is_same_v<PropertiesId, hid_t>);

StoredFilter filter_at(hid_t properties, unsigned index) {
  unsigned flags = 0;
  std::vector<std::uint32_t> cd_values(16);
  std::size_t count = cd_values.size();
  H5Z_filter_t id = 0;
  const auto read = [&] {
    id = call(H5Pget_filter2, properties, index, &flags, &count, cd_values.data(), std::size_t{0},
              static_cast<char*>(nullptr), static_cast<unsigned*>(nullptr));
  };
  read();
  if (count > cd_values.size()) {
    cd_values.resize(count);
    read();
  }
  cd_values.resize(count);
  const auto number = static_cast<std::uint32_t>(id);
  return {number, std::move(cd_values), filter::flag_of(number, (flags & H5Z_FLAG_OPTIONAL) != 0)};
}

/// H5Pset_szip adds bits to the mask.
std::vector<std::uint32_t> cd_values_to_set(const Filter& filter) {
  if (filter.id != filter::szip_id) return filter.parameters;
  const Handle szip(call(H5Pcreate, H5P_DATASET_CREATE), &H5Pclose);
  call(H5Pset_szip, szip.id(), filter.parameters.at(0), filter.parameters.at(1));
  return filter_at(szip.id(), 0).parameters;
}

/// set: H5Pset_filter or H5Pmodify_filter.
void call_with(decltype(&H5Pset_filter) set, hid_t properties, const Filter& filter) {
  const std::vector<std::uint32_t> cd_values = cd_values_to_set(filter);
  const unsigned flag = filter::is_optional(filter) ? H5Z_FLAG_OPTIONAL : H5Z_FLAG_MANDATORY;
  call(set, properties, static_cast<H5Z_filter_t>(filter.id), flag, cd_values.size(),
       cd_values.data());
}

/// Returns the id of a filter and its name, which libhdf5 cuts to the length of the buffer.
std::pair<H5Z_filter_t, std::string> named_filter_at(hid_t properties, unsigned index) {
  for (std::string name(256, '\0');; name.assign(2 * name.size(), '\0')) {
    std::size_t no_cd_values = 0;
    const H5Z_filter_t id = call(H5Pget_filter2, properties, index, static_cast<unsigned*>(nullptr),
                                 &no_cd_values, static_cast<unsigned*>(nullptr), name.size() - 1,
                                 name.data(), static_cast<unsigned*>(nullptr));
    const std::size_t length = name.find('\0');
    if (length + 2 < name.size()) return {id, name.substr(0, length)};
  }
}

}  // namespace

StoredChain filters_of(hid_t properties) {
  StoredChain filters;
  const int count = call(H5Pget_nfilters, properties);
  for (unsigned i = 0; i < static_cast<unsigned>(count); ++i) {
    filters.push_back(filter_at(properties, i));
  }
  return filters;
}

void append_filter(hid_t properties, const Filter& filter) {
  call_with(&H5Pset_filter, properties, filter);
}

void set_filter(hid_t properties, const Filter& filter) {
  const bool is_there = std::ranges::any_of(
      filters_of(properties), [&](const StoredFilter& one) { return one.id == filter.id; });
  call_with(is_there ? &H5Pmodify_filter : &H5Pset_filter, properties, filter);
}

filter::FilterNames filter_names_of(hid_t properties) {
  filter::FilterNames names;
  const int count = call(H5Pget_nfilters, properties);
  for (unsigned i = 0; i < static_cast<unsigned>(count); ++i) {
    auto [id, name] = named_filter_at(properties, i);
    if (id >= H5Z_FILTER_RESERVED) names.emplace(static_cast<std::uint32_t>(id), std::move(name));
  }
  return names;
}

}  // namespace ncf::hdf5
