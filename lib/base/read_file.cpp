// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <system_error>

#include "base/stop.hpp"
#include "ncf/error.hpp"

namespace ncf::base {
namespace {

[[noreturn]] void throw_errno() {
  throw Error(ErrorCode::io, std::generic_category().message(errno));
}

class OldFile {
 public:
  explicit OldFile(const std::filesystem::path& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw_errno();
  }
  OldFile(const OldFile&) = delete;
  OldFile& operator=(const OldFile&) = delete;
  ~OldFile() { ::close(descriptor_); }

  [[nodiscard]] std::size_t size_bytes() const {
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) throw_errno();
    return static_cast<std::size_t>(status.st_size);
  }

  /// How many bytes were read; at least one.
  std::size_t read(std::span<std::byte> bytes) const {
    for (;;) {
      const ssize_t count = ::read(descriptor_, bytes.data(), bytes.size());
      if (count > 0) return static_cast<std::size_t>(count);
      if (count == 0) throw Error(ErrorCode::io, "the file was cut while it was read");
      if (errno != EINTR) throw_errno();
    }
  }

 private:
  int descriptor_;
};

}  // namespace

std::vector<std::byte> read_file(const std::filesystem::path& path) {
  constexpr std::size_t most_bytes = std::size_t{8} << 20U;
  const OldFile file(path);
  std::vector<std::byte> bytes(file.size_bytes());
  for (std::span<std::byte> left(bytes); !left.empty();) {
    throw_if_stopped();
    left = left.subspan(file.read(left.first(std::min(most_bytes, left.size()))));
  }
  return bytes;
}

}  // namespace ncf::base
