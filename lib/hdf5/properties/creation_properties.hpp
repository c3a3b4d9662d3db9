// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads how a dataset was created from its creation property list. I/O thread only.
// source: HDF5 reference manual, H5P
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "hdf5/properties/property_filters.hpp"
#include "model/schema/schema.hpp"

namespace ncf::hdf5 {

/// Returns the creation properties. libhdf5 then reads the fill value, which may be in the global
/// heap. throws: Error.
Handle creation_properties_of(const Handle& dataset);

/// Returns the layout. Values in external files count as `other`. throws: Error.
model::Layout layout_of(hid_t properties);

/// Returns the chunk shape of a chunked dataset of this rank. throws: Error.
std::vector<std::size_t> chunk_shape_of(hid_t properties, std::size_t rank);

/// Returns whether libhdf5 may read missing values as the fill value. throws: Error.
bool may_fill(hid_t properties);

/// A source of a virtual dataset, as its properties name it: "%b" stands for numbers of blocks.
struct VirtualSource {
  std::string file;  ///< "." is the file of the virtual dataset
  std::string dataset;

  friend bool operator==(const VirtualSource&, const VirtualSource&) = default;
};
constexpr const char* same_file = ".";

/// Returns the number of mappings of a virtual dataset. throws: Error.
std::size_t virtual_count(hid_t properties);

/// Returns the source of one of these. throws: Error.
VirtualSource virtual_source(hid_t properties, std::size_t number);

/// A range of a file with external storage.
struct ExternalRange {
  std::string file;
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;  ///< H5F_UNLIMITED for all that follow
};

/// Returns the ranges that contain the values, one after the other; none without external storage.
/// throws: Error.
std::vector<ExternalRange> external_ranges(hid_t properties);

}  // namespace ncf::hdf5
