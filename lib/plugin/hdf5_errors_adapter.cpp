// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "plugin/hdf5_errors_adapter.hpp"

namespace ncf::plugin {
namespace {

// libhdf5 calls it: no exception may pass.
herr_t find_innermost(unsigned depth, const H5E_error2_t* entry, void* text) noexcept {
  if (depth == 0 && entry->desc != nullptr) *static_cast<const char**>(text) = entry->desc;
  return 0;
}

}  // namespace

QuietErrors::QuietErrors() {
  H5Eget_auto2(H5E_DEFAULT, &print_, &print_data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietErrors::~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, print_, print_data_); }

std::string innermost_reason() {
  const char* reason = "";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, find_innermost, &reason);
  return reason;
}

}  // namespace ncf::plugin
