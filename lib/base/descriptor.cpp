// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "ncf/error.hpp"

namespace ncf::base {
namespace {

[[noreturn]] void throw_errno() {
  throw Error(ErrorCode::io, std::generic_category().message(errno));
}

/// Makes a call again that a signal interrupted.
template <class Call>
std::size_t count_of(Call call) {
  for (;;) {
    const ssize_t count = call();
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) throw_errno();
  }
}

}  // namespace

Descriptor::Descriptor(const std::filesystem::path& path, int flags)
    : id_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {
  if (id_ < 0) throw_errno();
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
  if (::fstat(id_, &status) != 0) throw_errno();
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

void Descriptor::close() {
  if (::close(std::exchange(id_, -1)) != 0) throw_errno();
}

}  // namespace ncf::base
