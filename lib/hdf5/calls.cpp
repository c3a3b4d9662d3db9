// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/calls.hpp"

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <system_error>

#include "base/memory.hpp"

namespace ncf::hdf5 {

namespace {

bool a_close_failed = false;

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

std::optional<int> errno_in(const std::string& hdf5_text) {
  constexpr std::string_view key = "errno = ";
  const std::size_t at = hdf5_text.find(key);
  if (at == std::string::npos) return std::nullopt;
  int number = 0;
  const char* begin = hdf5_text.data() + at + key.size();
  std::from_chars(begin, hdf5_text.data() + hdf5_text.size(), number);
  return number > 0 ? std::optional(number) : std::nullopt;
}

Error error_of(const std::string& hdf5_text) {
  if (const std::optional<int> number = errno_in(hdf5_text)) {
    return {*number == ENOENT ? ErrorCode::not_found : ErrorCode::io,
            std::generic_category().message(*number)};
  }
  return {ErrorCode::io, "HDF5: " + hdf5_text};
}

herr_t close_file(hid_t file) noexcept {
  const herr_t status = H5Fclose(file);
  if (status < 0) a_close_failed = true;
  return status;
}

bool has_failed_to_close() noexcept { return a_close_failed; }

void Handle::close() { call(close_, std::exchange(id_, H5I_INVALID_HID)); }

Handle open_file(const std::string& path, unsigned access) {
  base::require_memory();
  return {call(H5Fopen, path.c_str(), access, H5P_DEFAULT), &close_file};
}

// HDF5 takes files of one name for one file, even where there is none.
Handle open_image(std::vector<std::byte> image) {
  static std::uint64_t images = 0;
  const std::string name = "ncf-image-" + std::to_string(++images);
  constexpr std::size_t increment_bytes = std::size_t{1} << 20;
  const Handle access(call(H5Pcreate, H5P_FILE_ACCESS), &H5Pclose);
  call(H5Pset_fapl_core, access.id(), increment_bytes, hbool_t{false});
  call(H5Pset_file_image, access.id(), static_cast<void*>(image.data()), image.size());
  return {call(H5Fopen, name.c_str(), H5F_ACC_RDONLY, access.id()), &close_file};
}

Handle open_dataset(const Handle& file, const std::string& path) {
  return {call(H5Dopen2, file.id(), path.c_str(), H5P_DEFAULT), &H5Dclose};
}

std::optional<Handle> reopen_file(const std::string& path) {
  if (a_close_failed) return std::nullopt;
  for (const hid_t file : open_files()) {
    if (name_of(file) == path) return Handle(call(H5Freopen, file), &close_file);
  }
  return std::nullopt;
}

}  // namespace ncf::hdf5
