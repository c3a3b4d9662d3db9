// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// HDF5's own message for a failure. libnetcdf reports "HDF error" and drops HDF5's error stack;
// while an ErrorCapture exists, it keeps the innermost text of the first failing HDF5 call, and
// nothing is printed. Captures nest: the innermost one keeps the text. Only the outermost one calls
// HDF5, so code that makes thousands of captured calls should wrap them in one. Plugins that HDF5
// loads meanwhile do not change this thread's arithmetic. I/O thread only.
#pragma once

#include <hdf5.h>

#include <string>

#include "base/library/module_api.hpp"
#include "base/process/libraries.hpp"

namespace ncf::hdf5 {

/// Returns the reason recorded in an error stack, by default the current one, as given by libhdf5
/// or a filter. It is in the innermost record; the outer ones say which call failed. Empty if there
/// is none.
[[nodiscard]] std::string innermost_text(hid_t stack = H5E_DEFAULT);

/// Gives libhdf5 the reason why a callback fails. Since 1.14.5, it drops errors pushed while a
/// filter runs, but keeps a stack that replaces the current one.
void give_reason(hid_t major, hid_t minor, const char* reason) noexcept;

class NCF_MODULE_API ErrorCapture {
 public:
  ErrorCapture() noexcept;
  ErrorCapture(const ErrorCapture&) = delete;
  ErrorCapture& operator=(const ErrorCapture&) = delete;
  ~ErrorCapture();  ///< the outermost one restores HDF5's error reporting

  /// Returns for example "unable to lock file, errno = 11, ..."; empty if no HDF5 call failed.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  static herr_t keep_text(hid_t stack, void* unused);

  static ErrorCapture* innermost_;  ///< null if there is no capture

  base::SubnormalsKept subnormals_;
  ErrorCapture* outer_;  ///< null for the outermost, which saves HDF5's handler
  H5E_auto2_t previous_function_ = nullptr;
  void* previous_data_ = nullptr;
  std::string text_;
};

}  // namespace ncf::hdf5
