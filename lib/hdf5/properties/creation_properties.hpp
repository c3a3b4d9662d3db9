// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The creation property list of a dataset that exists or will be created: layout, fill value,
// filters, and the other files that it names. I/O thread only.
// source: HDF5 reference manual, H5P
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "filter/registry/known_ids.hpp"
#include "model/schema/schema.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::hdf5 {

class Handle;

/// The id of a property list: libhdf5's hid_t, without its header.
using PropertiesId = std::int64_t;

/// Returns the creation properties. libhdf5 then reads the fill value, which may be in the global
/// heap. throws: Error.
Handle creation_properties_of(const Handle& dataset);

/// Returns the layout. Values in external files count as `other`. throws: Error.
model::Layout layout_of(PropertiesId properties);

/// Returns the chunk shape of a chunked dataset of this rank. throws: Error.
std::vector<std::size_t> chunk_shape_of(PropertiesId properties, std::size_t rank);

/// Returns whether libhdf5 may read missing values as the fill value. throws: Error.
bool may_fill(PropertiesId properties);

// ---- Values in other files ----

/// A source of a virtual dataset, as its properties name it: "%b" stands for numbers of blocks.
struct VirtualSource {
  std::string file;  ///< "." is the file of the virtual dataset
  std::string dataset;

  friend bool operator==(const VirtualSource&, const VirtualSource&) = default;
};
constexpr const char* same_file = ".";

/// Returns the number of mappings of a virtual dataset. throws: Error.
std::size_t virtual_count(PropertiesId properties);

/// Returns the source of one of these. throws: Error.
VirtualSource virtual_source(PropertiesId properties, std::size_t number);

/// A range of a file with external storage.
struct ExternalRange {
  std::string file;
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;  ///< H5F_UNLIMITED for all that follow
};

/// Returns the ranges that contain the values, one after the other; none without external storage.
/// throws: Error.
std::vector<ExternalRange> external_ranges(PropertiesId properties);

// ---- Filters ----

/// Returns the filters in the order of encoding. throws: Error.
StoredChain filters_of(PropertiesId properties);

/// Returns the names stored with filters that are not HDF5's own. throws: Error.
filter::FilterNames filter_names_of(PropertiesId properties);

/// Adds a filter with visible parameters at the end, optional or mandatory as its flag says.
/// throws: Error, for example if the filter is not registered with libhdf5.
void append_filter(PropertiesId properties, const Filter& filter);

/// Does the same, but replaces a filter with the same id, in its place.
void set_filter(PropertiesId properties, const Filter& filter);

}  // namespace ncf::hdf5
