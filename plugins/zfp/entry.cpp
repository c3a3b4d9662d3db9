// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/h5z_entry.hpp"
#include "common/kernel_entry.hpp"
#include "zfp/kernel.hpp"

namespace {

// The version of the filter whose parameters we write; H5Z-ZFP names libzfp's too.
constexpr auto filter_class =
    ncf::plugins::make_filter_class<ncf::plugins::zfp::kernel>("H5Z-ZFP-1.1.0");

}  // namespace

H5PL_type_t H5PLget_plugin_type() { return H5PL_TYPE_FILTER; }
const void* H5PLget_plugin_info() { return &filter_class; }
const ncf_kernel* ncf_get_kernel() {
  return &ncf::plugins::kernel_table<ncf::plugins::zfp::kernel>;
}
