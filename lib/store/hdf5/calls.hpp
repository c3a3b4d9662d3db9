// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// libhdf5's C interface: ids that close themselves, failures as ncf::Error. I/O thread only.
#pragma once

#include <hdf5.h>

#include <optional>
#include <string>
#include <utility>

namespace ncf::store::hdf5 {

/// An HDF5 id and the function that closes it.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle(hid_t id, Close closing) noexcept : id_(id), close_(closing) {}
  Handle(Handle&& other) noexcept
      : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }

  [[nodiscard]] hid_t id() const noexcept { return id_; }

  /// Closes it where failing can be told. throws: Error(io).
  void close();

 private:
  hid_t id_;
  Close close_;
};

/// throws: Error.
Handle open_file(const std::string& path);
Handle open_dataset(const Handle& file, const std::string& path);

/// One more handle of the file that is open under this path, if one is: the file closes with its
/// last handle. throws: Error.
std::optional<Handle> reopen_file(const std::string& path);

}  // namespace ncf::store::hdf5
