// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Any order of filters for a dataset that libnetcdf makes.
//
// libnetcdf puts fletcher32 first and shuffle next, whatever the order in which filters are
// defined or stored. The arranger is a filter that is defined after all others of a variable, with
// their ids in the order wanted as its parameters. When libhdf5 creates the dataset it calls the
// filters' `set_local`, the arranger's last: this one puts the others in that order and removes
// itself. No file holds it, and no chunk passes through it.
//
// I/O thread only.
// source: HDF5 reference manual, H5Zregister; netcdf-c, NC4_hdf5_addfilter
#pragma once

#include <cstdint>
#include <vector>

#include "ncf/filter_spec.hpp"

namespace ncf::store::netcdf {

/// The filter to define last. ids: of all others, each once, in the order wanted. Stays registered
/// with libhdf5. throws: Error(internal).
StoredFilter make_arranger(const std::vector<std::uint32_t>& ids);

/// The filters with these ids, in their order.
StoredChain in_order(const StoredChain& filters, const std::vector<std::uint32_t>& ids);

}  // namespace ncf::store::netcdf
