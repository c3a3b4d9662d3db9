// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/h5z_entry.hpp"
#include "shuffle/kernel.hpp"

namespace {

// libhdf5 has this filter itself; libnetcdf does not use it for Zarr but looks for a plugin.
constexpr auto filter_class =
    ncf::plugins::make_filter_class<ncf::plugins::shuffle::kernel>("shuffle");

}  // namespace

H5PL_type_t H5PLget_plugin_type() { return H5PL_TYPE_FILTER; }
const void* H5PLget_plugin_info() { return &filter_class; }
