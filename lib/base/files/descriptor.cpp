// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/descriptor.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/paths.hpp"
#include "base/threads/machine.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"

namespace ncf::base {
namespace {

/// Repeats a call that a signal interrupted.
template <class Call>
std::size_t count_of(Call call) {
  for (;;) {
    const ssize_t count = call();
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) throw_system_error(errno);
  }
}

constexpr std::size_t max_bytes = std::size_t{8} << 20U;

}  // namespace

void throw_cut() { throw Error(ErrorCode::io, "the file was truncated while it was read"); }

Descriptor::Descriptor(const std::filesystem::path& path, int flags)
    : id_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
  if (id_ < 0) throw_system_error(errno);
}

Descriptor::Descriptor(Descriptor&& other) noexcept : id_(std::exchange(other.id_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(id_, other.id_);
  return *this;
}

Descriptor::~Descriptor() {
  if (id_ >= 0) ::close(id_);
}

std::uint64_t Descriptor::size_bytes() const {
  struct stat status {};
  if (::fstat(id_, &status) != 0) throw_system_error(errno);
  return static_cast<std::uint64_t>(status.st_size);
}

std::size_t Descriptor::read(std::span<std::byte> bytes) const {
  return count_of([&] { return ::read(id_, bytes.data(), bytes.size()); });
}

std::size_t Descriptor::write(std::span<const std::byte> bytes) const {
  return count_of([&] { return ::write(id_, bytes.data(), bytes.size()); });
}

std::size_t Descriptor::read_at(std::uint64_t offset, std::span<std::byte> bytes) const {
  return count_of(
      [&] { return ::pread(id_, bytes.data(), bytes.size(), static_cast<off_t>(offset)); });
}

void Descriptor::read_all_at(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const std::size_t count = read_at(offset, bytes);
    if (count == 0) throw_cut();
    offset += count;
    bytes = bytes.subspan(count);
  }
}

void Descriptor::write_all_at(std::uint64_t offset,
                              std::span<const std::span<const std::byte>> pieces) const {
  std::vector<iovec> vectors;
  for (const auto& piece : pieces) {  // which are only read
    if (!piece.empty()) vectors.push_back({const_cast<std::byte*>(piece.data()), piece.size()});
  }
  std::span<iovec> left = vectors;
  while (!left.empty()) {
    const auto together = static_cast<int>(std::min<std::size_t>(left.size(), IOV_MAX));
    std::size_t written =
        count_of([&] { return ::pwritev(id_, left.data(), together, static_cast<off_t>(offset)); });
    offset += written;
    while (!left.empty() && written >= left.front().iov_len) {
      written -= left.front().iov_len;
      left = left.subspan(1);
    }
    if (left.empty()) return;
    left.front().iov_base = static_cast<std::byte*>(left.front().iov_base) + written;
    left.front().iov_len -= written;
  }
}

void Descriptor::close() {
  if (::close(std::exchange(id_, -1)) != 0) throw_system_error(errno);
}

Descriptor make_unnamed_file(const std::filesystem::path& folder) {
  int id = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (id < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) {  // not supported by this file system
    std::string name = (folder / ".ncf-XXXXXX").native();
    id = ::mkostemp(name.data(), O_CLOEXEC);
    if (id >= 0) ::unlink(name.c_str());
  }
  if (id < 0) throw_system_error(errno);
  return Descriptor(id);
}

Descriptor make_file_in_memory() {
  const int id = ::memfd_create("ncf", MFD_CLOEXEC);
  if (id < 0) throw_system_error(errno);
  return Descriptor(id);
}

std::filesystem::path path_of(const Descriptor& file) {
  return "/proc/self/fd/" + std::to_string(file.id());
}

std::filesystem::path temporary_folder() {
  const std::string named = environment_variable("TMPDIR");
  return named.empty() ? "/tmp" : named;
}

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
