// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The C interface of libhdf5: failures as ncf::Error with HDF5's own message, ids that close
// themselves, and texts. I/O thread only.
// source: HDF5 reference manual
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/library/module_api.hpp"
#include "base/process/libraries.hpp"
#include "ncf/error.hpp"

namespace ncf::hdf5 {

/// Returns the reason recorded in an error stack, by default the current one, as given by libhdf5
/// or a filter. It is in the innermost record; the outer ones say which call failed. Empty if there
/// is none.
[[nodiscard]] std::string innermost_text(hid_t stack = H5E_DEFAULT);

/// Gives libhdf5 the reason why a callback fails. Since 1.14.5, it drops errors pushed while a
/// filter runs, but keeps a stack that replaces the current one.
void give_reason(hid_t major, hid_t minor, const char* reason) noexcept;

/// Does the same for callbacks that are not filters; `error_of` then returns the error itself.
void give_error(hid_t major, hid_t minor, const Error& error) noexcept;

/// While one exists, it keeps the innermost text of the first failing HDF5 call, and nothing is
/// printed; libnetcdf reports "HDF error" and drops HDF5's error stack. Captures nest: the
/// innermost one keeps the text. Only the outermost one calls HDF5, so code that makes thousands of
/// captured calls should wrap them in one. Plugins that HDF5 loads meanwhile do not change this
/// thread's arithmetic.
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

/// An HDF5 id and the function that closes it.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle(hid_t id, Close closing) noexcept : id_(id), close_(closing) {}
  Handle(Handle&& other) noexcept
      : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ < 0) return;
    const ErrorCapture quiet;
    close_(id_);
  }

  [[nodiscard]] hid_t id() const noexcept { return id_; }
  /// Returns the id; the caller must close it.
  hid_t release() noexcept { return std::exchange(id_, H5I_INVALID_HID); }

  /// Closes the id and reports a failure, which the destructor cannot. throws: Error(io).
  void close();

 private:
  hid_t id_;
  Close close_;
};

/// Returns the system's error number, if HDF5's text contains one: "... errno = 28, error message =
/// 'No space left on device', ...".
NCF_MODULE_API std::optional<int> errno_in(const std::string& hdf5_text);

/// Returns the error of a failed call: the one that a callback of ours gave as its reason; with the
/// system's message if HDF5's text names an errno; otherwise with HDF5's text.
[[nodiscard]] NCF_MODULE_API Error error_of(const std::string& hdf5_text);

/// Calls a function of libhdf5 and returns its result.
/// throws: Error if that is negative, which is how HDF5 reports failure.
template <class Function, class... Arguments>
auto call(Function function, Arguments... arguments) {
  ErrorCapture capture;
  const auto result = function(arguments...);
  if (result < 0) throw error_of(capture.text());
  return result;
}

/// Returns the bytes that the values of a dataset take in the file; 0 if it was never written.
/// throws: Error, also for failures that H5Dget_storage_size reports as 0.
std::uint64_t storage_bytes(hid_t dataset);

/// Makes properties for opening and creating files, with a metadata cache that starts small.
/// throws: Error.
Handle make_file_access();

// ---- Texts from libhdf5: in a buffer of known length, or allocated by libhdf5 ----

/// Returns a text. get(text, bytes): writes the text with its NUL unless `text` is null; returns
/// its length.
template <class Get>
std::string text_of(Get get) {
  const auto length = static_cast<std::size_t>(get(nullptr, std::size_t{0}));
  std::string text(length, '\0');
  if (length > 0) get(text.data(), length + 1);
  return text;
}

/// Returns the name with which the file of an object was opened. throws: Error.
inline std::string file_name_of(const Handle& object) {
  return text_of(
      [&](char* text, std::size_t bytes) { return call(H5Fget_name, object.id(), text, bytes); });
}

/// Takes ownership of a text that libhdf5 allocated, and frees it. text: may be null.
inline std::string take_text(char* text) {
  std::string copy = text == nullptr ? "" : text;
  H5free_memory(text);
  return copy;
}

}  // namespace ncf::hdf5
