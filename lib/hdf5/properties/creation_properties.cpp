// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/properties/creation_properties.hpp"

#include <fmt/format.h>
#include <sys/types.h>

#include <cstring>

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

}  // namespace ncf::hdf5
