// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What HDF5 itself says about a failure. libnetcdf answers "HDF error" and lets HDF5's error
// stack go; while an ErrorCapture lives, the innermost text of the first failing HDF5 call is
// kept, and nothing is printed. Captures may nest. I/O thread only.
#pragma once

#include <hdf5.h>

#include <string>

namespace ncf::store::hdf5 {

class ErrorCapture {
 public:
  ErrorCapture() noexcept;
  ErrorCapture(const ErrorCapture&) = delete;
  ErrorCapture& operator=(const ErrorCapture&) = delete;
  ~ErrorCapture();  ///< HDF5 reports errors again as it did before

  /// Such as "unable to lock file, errno = 11, ..."; empty if no HDF5 call failed.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  static herr_t keep_innermost(hid_t stack, void* self);

  H5E_auto2_t previous_function_ = nullptr;
  void* previous_data_ = nullptr;
  std::string text_;
};

}  // namespace ncf::store::hdf5
