// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/h5z_entry.hpp"
#include "common/kernel_entry.hpp"
#include "facts.hpp"
#include "kernel.hpp"

namespace {

constexpr auto filter_class = ncf::plugins::make_filter_class<ncf::plugins::delta::kernel>("delta");

}  // namespace

H5PL_type_t H5PLget_plugin_type() { return H5PL_TYPE_FILTER; }
const void* H5PLget_plugin_info() { return &filter_class; }
const ncf_kernel* ncf_get_kernel() {
  return &ncf::plugins::kernel_table<ncf::plugins::delta::kernel,
                                     ncf::plugins::loss_by_facts<ncf::filter::delta::facts>>;
}
