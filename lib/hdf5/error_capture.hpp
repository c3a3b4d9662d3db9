// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What HDF5 itself says about a failure. libnetcdf answers "HDF error" and lets HDF5's error
// stack go; while an ErrorCapture lives, the innermost text of the first failing HDF5 call is
// kept, and nothing is printed. Captures nest: the innermost one keeps the text. Only the outermost
// calls HDF5, so code that makes thousands of captured calls makes one around them. I/O thread
// only.
#pragma once

#include <hdf5.h>

#include <string>

namespace ncf::hdf5 {

/// Of the failure that a stack of errors holds, by default the present one: why, as libhdf5 or a
/// filter says; the other records say on whose behalf. Empty if there is none.
[[nodiscard]] std::string innermost_text(hid_t stack = H5E_DEFAULT);

class ErrorCapture {
 public:
  ErrorCapture() noexcept;
  ErrorCapture(const ErrorCapture&) = delete;
  ErrorCapture& operator=(const ErrorCapture&) = delete;
  ~ErrorCapture();  ///< of the outermost: HDF5 reports errors again as it did before

  /// For example "unable to lock file, errno = 11, ..."; empty if no HDF5 call failed.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  static herr_t keep_text(hid_t stack, void* unused);

  static ErrorCapture* innermost_;  ///< null if there is no capture

  ErrorCapture* outer_;  ///< null for the outermost, which keeps HDF5's handler
  H5E_auto2_t previous_function_ = nullptr;
  void* previous_data_ = nullptr;
  std::string text_;
};

}  // namespace ncf::hdf5
