// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A filter that comes as an HDF5 filter class alone, run as a kernel: its callback, on memory such
// as libhdf5 hands to it. What others wrote is not taken to be re-entrant.
//
// Thread rule: the thread that uses libhdf5 and libnetcdf, for the kernel's functions too.
// source: HDF5 reference manual, H5Z_func_t
#pragma once

#include <string>

#include "filter/kernel.hpp"
#include "plugin/h5z_adapter.hpp"

namespace ncf::plugin {

/// It takes working parameters and cannot bind visible ones. `filter` lives as long as the kernel.
/// library: that errors name; empty for a filter of the program's own.
filter::Kernel kernel_of_filter_class(const FilterClass& filter, const std::string& library);

}  // namespace ncf::plugin
