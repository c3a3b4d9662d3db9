// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/whole_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/folder.hpp"
#include "base/threads/stop.hpp"

namespace ncf::base {
namespace {

constexpr std::size_t max_bytes = std::size_t{8} << 20U;

}  // namespace

void read_all(const Descriptor& file, std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    throw_if_stopped();
    const std::size_t count = file.read(bytes.first(std::min(max_bytes, bytes.size())));
    if (count == 0) throw_cut();
    bytes = bytes.subspan(count);
  }
}

void write_all(const Descriptor& file, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    throw_if_stopped();
    bytes = bytes.subspan(file.write(bytes.first(std::min(max_bytes, bytes.size()))));
  }
}

std::vector<std::byte> read_file(const std::filesystem::path& path) {
  const Descriptor file(path, O_RDONLY);
  std::vector<std::byte> bytes(file.size_bytes());
  read_all(file, bytes);
  return bytes;
}

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  Descriptor file(path, O_WRONLY | O_CREAT | O_TRUNC);
  write_all(file, bytes);
  file.close();
}

void write_out_and_forget(const std::filesystem::path& path) {
  const Descriptor file(path, O_RDONLY);
  std::error_code not_looked_at;
  if (std::filesystem::is_directory(path, not_looked_at)) {
    visit_files(path, [](const auto& entry) { write_out_and_forget(entry.path()); });
  }
  if (::fsync(file.id()) != 0) throw_system_error(errno);
  ::posix_fadvise(file.id(), 0, 0, POSIX_FADV_DONTNEED);
}

}  // namespace ncf::base
