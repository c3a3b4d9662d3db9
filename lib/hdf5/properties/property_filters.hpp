// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The filters in the creation property list of a dataset that exists or will be created. I/O thread
// only.
// source: HDF5 reference manual, H5P
#pragma once

#include <cstdint>

#include "filter/registry/filter_names.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::hdf5 {

/// The id of a property list: libhdf5's hid_t, without its header.
using PropertiesId = std::int64_t;

/// Returns the filters in the order of encoding. throws: Error.
StoredChain filters_of(PropertiesId properties);

/// Returns the names stored with filters that are not HDF5's own. throws: Error.
filter::FilterNames filter_names_of(PropertiesId properties);

/// Adds a filter with visible parameters at the end, optional or mandatory as its flag says.
/// throws: Error, for example if the filter is not registered with libhdf5.
void append_filter(PropertiesId properties, const Filter& filter);

/// Does the same, but a filter with an id that is there replaces that one, in its place.
void set_filter(PropertiesId properties, const Filter& filter);

}  // namespace ncf::hdf5
