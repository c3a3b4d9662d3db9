// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a filter that is available only as an HDF5 filter class as a kernel: calls its callback with
// memory allocated as libhdf5 does. Foreign code is not assumed to be re-entrant.
//
// Thread rule: the thread that uses libhdf5 and libnetcdf, also for the kernel's functions.
// source: HDF5 reference manual, H5Z_func_t
#pragma once

#include <string>

#include "filter/kernels/kernel.hpp"
#include "plugin/h5z_adapter.hpp"

namespace ncf::plugin {

/// Makes a kernel that takes working parameters and cannot bind visible ones. `filter` must outlive
/// the kernel.
/// library: for messages; empty for a filter that the program registered.
filter::Kernel kernel_of_filter_class(const FilterClass& filter, const std::string& library);

}  // namespace ncf::plugin
