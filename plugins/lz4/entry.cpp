// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/h5z_entry.hpp"
#include "common/kernel_entry.hpp"
#include "lz4/kernel.hpp"

namespace {

// The name the HDF Group's own plugin stores.
constexpr auto filter_class = ncf::plugins::make_filter_class<ncf::plugins::lz4::kernel>(
    "HDF5 lz4 filter; see http://www.hdfgroup.org/services/contributions.html");

}  // namespace

H5PL_type_t H5PLget_plugin_type() { return H5PL_TYPE_FILTER; }
const void* H5PLget_plugin_info() { return &filter_class; }
const ncf_kernel* ncf_get_kernel() {
  return &ncf::plugins::kernel_table<ncf::plugins::lz4::kernel>;
}
