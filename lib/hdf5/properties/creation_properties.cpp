// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/properties/creation_properties.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <sys/types.h>

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "filter/registry/known_ids.hpp"
#include "filter/registry/registry.hpp"
#include "hdf5/library/calls.hpp"
#include "hdf5/vlen/vlen_conversion.hpp"

namespace ncf::hdf5 {
namespace {

using model::Layout;

ExternalRange external_range(hid_t properties, unsigned number) {
  std::string name(4096, '\0');
  off_t begin = 0;
  hsize_t bytes = 0;
  call(H5Pget_external, properties, number, name.size() - 1, name.data(), &begin, &bytes);
  return {name.substr(0, name.find('\0')), static_cast<std::uint64_t>(begin), bytes};
}

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

Handle creation_properties_of(const Handle& dataset) {
  const HeapCheck check(dataset.id());
  return {call(H5Dget_create_plist, dataset.id()), &H5Pclose};
}

Layout layout_of(hid_t properties) {
  switch (H5Pget_layout(properties)) {
    case H5D_CONTIGUOUS:
      return H5Pget_external_count(properties) > 0 ? Layout::other : Layout::contiguous;
    case H5D_COMPACT:
      return Layout::compact;
    case H5D_CHUNKED:
      return Layout::chunked;
    default:
      return Layout::other;
  }
}

std::vector<std::size_t> chunk_shape_of(hid_t properties, std::size_t rank) {
  std::vector<hsize_t> lengths(rank);
  const int chunk_rank = call(H5Pget_chunk, properties, static_cast<int>(rank), lengths.data());
  if (static_cast<std::size_t>(chunk_rank) != rank) {
    throw Error(ErrorCode::corrupt,
                fmt::format("its chunks have another number of dimensions, {}, than it has, {}",
                            chunk_rank, rank));
  }
  return {lengths.begin(), lengths.end()};
}

bool may_fill(hid_t properties) {
  H5D_fill_time_t time = H5D_FILL_TIME_NEVER;
  call(H5Pget_fill_time, properties, &time);
  // In a damaged file, it may not be a member of the enumeration, and loading it would be undefined
  // behaviour.
  int number = 0;
  static_assert(sizeof number == sizeof time);
  std::memcpy(&number, &time, sizeof number);
  return number != H5D_FILL_TIME_NEVER;
}

std::size_t virtual_count(hid_t properties) {
  std::size_t count = 0;
  call(H5Pget_virtual_count, properties, &count);
  return count;
}

VirtualSource virtual_source(hid_t properties, std::size_t number) {
  const auto text = [&](auto get) {
    return text_of(
        [&](char* to, std::size_t bytes) { return call(get, properties, number, to, bytes); });
  };
  return {text(&H5Pget_virtual_filename), text(&H5Pget_virtual_dsetname)};
}

std::vector<ExternalRange> external_ranges(hid_t properties) {
  std::vector<ExternalRange> ranges;
  const int count = call(H5Pget_external_count, properties);
  for (unsigned i = 0; i < static_cast<unsigned>(count); ++i) {
    ranges.push_back(external_range(properties, i));
  }
  return ranges;
}

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
