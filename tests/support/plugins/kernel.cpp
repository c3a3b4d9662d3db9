// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A plugin with a kernel that decodes everything to zeros and, unless ALONE is defined, an HDF5
// filter that does not change data. With FAILING, it refuses to encode chunks whose first byte is
// 255.
#include <H5PLextern.h>
#include <ncf/kernel.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>

#ifndef KERNEL_VERSION
#define KERNEL_VERSION NCF_KERNEL_VERSION
#endif

namespace {

#ifdef FAILING
constexpr int filter_id = 406;
constexpr bool is_failing = true;
#else
constexpr int filter_id = 404;
constexpr bool is_failing = false;
#endif

ncf_kernel_status check(ncf_kernel_cd_values /*visible*/, ncf_kernel_message /*message*/) {
  return ncf_kernel_ok;
}

std::size_t bound(ncf_kernel_cd_values /*working*/, std::size_t bytes) { return bytes; }

int workspace = 0;
void* make_workspace() { return &workspace; }
void free_workspace(void* /*workspace*/) {}

ncf_kernel_status encode(void* /*workspace*/, ncf_kernel_cd_values /*working*/,
                         ncf_kernel_input decoded, ncf_kernel_output* output, std::size_t* written,
                         ncf_kernel_message message) {
  if (is_failing && decoded.bytes[0] == 255) {
    std::snprintf(message.text, message.capacity, "begins with 255");
    return ncf_kernel_wrong_data;
  }
  std::copy_n(decoded.bytes, decoded.count, output->bytes);
  *written = decoded.count;
  return ncf_kernel_ok;
}

ncf_kernel_status decode(void* /*workspace*/, ncf_kernel_cd_values /*working*/,
                         ncf_kernel_input stored, ncf_kernel_output* output, std::size_t* written,
                         ncf_kernel_message /*message*/) {
  std::fill_n(output->bytes, stored.count, 0);
  *written = stored.count;
  return ncf_kernel_ok;
}

const ncf_kernel kernel = {
    KERNEL_VERSION, filter_id,      sizeof(ncf_kernel), "zeros", check,  nullptr,
    bound,          make_workspace, free_workspace,     encode,  decode, nullptr,
    nullptr};

}  // namespace

extern "C" const ncf_kernel* ncf_get_kernel() { return &kernel; }

#ifndef ALONE
namespace {
std::size_t apply(unsigned, std::size_t, const unsigned*, std::size_t bytes, std::size_t*, void**) {
  return bytes;
}
const H5Z_class2_t filter_class = {H5Z_CLASS_T_VERS, filter_id, 1,       1,
                                   "zeros",          nullptr,   nullptr, apply};
}  // namespace

H5PL_type_t H5PLget_plugin_type() { return H5PL_TYPE_FILTER; }
const void* H5PLget_plugin_info() { return &filter_class; }
#endif
