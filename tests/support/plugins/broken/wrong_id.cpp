// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A filter with an invalid id.
#include <H5PLextern.h>

#include <cstddef>

namespace {
std::size_t apply(unsigned, std::size_t, const unsigned*, std::size_t, std::size_t*, void**) {
  return 0;
}
const H5Z_class2_t filter_class = {H5Z_CLASS_T_VERS, -3, 1, 1, "none", nullptr, nullptr, apply};
}  // namespace

H5PL_type_t H5PLget_plugin_type() { return H5PL_TYPE_FILTER; }
const void* H5PLget_plugin_info() { return &filter_class; }
