// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/calls.hpp"

#include <optional>
#include <system_error>
#include <vector>

#include "base/memory.hpp"
#include "ncf/error.hpp"
#include "store/hdf5/error_capture.hpp"

namespace ncf::store::hdf5 {

namespace {

std::string message_of(const ErrorCapture& capture) {
  const std::optional<int> number = errno_in(capture.text());
  return number ? std::generic_category().message(*number) : "HDF5: " + capture.text();
}

Handle checked(hid_t id, Handle::Close close, const ErrorCapture& capture) {
  if (id < 0) throw Error(ErrorCode::io, message_of(capture));
  return {id, close};
}

std::vector<hid_t> open_files() {
  const ssize_t count = H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_FILE);
  std::vector<hid_t> files(count > 0 ? static_cast<std::size_t>(count) : 0);
  if (!files.empty()) H5Fget_obj_ids(H5F_OBJ_ALL, H5F_OBJ_FILE, files.size(), files.data());
  return files;
}

std::string name_of(hid_t file) {
  const ssize_t length = H5Fget_name(file, nullptr, 0);
  std::string name(length > 0 ? static_cast<std::size_t>(length) : 0, '\0');
  if (!name.empty()) H5Fget_name(file, name.data(), name.size() + 1);
  return name;
}

}  // namespace

void Handle::close() {
  ErrorCapture capture;
  if (close_(std::exchange(id_, H5I_INVALID_HID)) < 0) {
    throw Error(ErrorCode::io, message_of(capture));
  }
}

Handle open_file(const std::string& path) {
  base::require_memory();
  ErrorCapture capture;
  return checked(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), &H5Fclose, capture);
}

Handle open_dataset(const Handle& file, const std::string& path) {
  ErrorCapture capture;
  return checked(H5Dopen2(file.id(), path.c_str(), H5P_DEFAULT), &H5Dclose, capture);
}

std::optional<Handle> reopen_file(const std::string& path) {
  ErrorCapture capture;
  for (const hid_t file : open_files()) {
    if (name_of(file) == path) return checked(H5Freopen(file), &H5Fclose, capture);
  }
  return std::nullopt;
}

}  // namespace ncf::store::hdf5
