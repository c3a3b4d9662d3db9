// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// libhdf5's failures as ours. Thread rule: the thread that uses libhdf5.
#pragma once

#include <hdf5.h>

#include <string>

namespace ncf::plugin {

/// Keeps libhdf5 from printing while it lives.
class QuietErrors {
 public:
  QuietErrors();
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;
  ~QuietErrors();

 private:
  H5E_auto2_t print_ = nullptr;
  void* print_data_ = nullptr;
};

/// The reason of the call that just failed, which libhdf5 keeps in the innermost entry of its
/// stack; the others say on whose behalf.
std::string innermost_reason();

}  // namespace ncf::plugin
