// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/write_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "base/stop.hpp"
#include "ncf/error.hpp"

namespace ncf::base {
namespace {

[[noreturn]] void throw_errno() {
  throw Error(ErrorCode::io, std::generic_category().message(errno));
}

class NewFile {
 public:
  explicit NewFile(const std::filesystem::path& path)
      : descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)) {
    if (descriptor_ < 0) throw_errno();
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  /// How many of the bytes were written.
  std::size_t write(std::span<const std::byte> bytes) const {
    for (;;) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written >= 0) return static_cast<std::size_t>(written);
      if (errno != EINTR) throw_errno();
    }
  }

  /// A system may tell only here that it could not write.
  void close() {
    if (::close(std::exchange(descriptor_, -1)) != 0) throw_errno();
  }

 private:
  int descriptor_;
};

}  // namespace

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  constexpr std::size_t most_bytes = std::size_t{8} << 20U;
  NewFile file(path);
  while (!bytes.empty()) {
    throw_if_stopped();
    bytes = bytes.subspan(file.write(bytes.first(std::min(most_bytes, bytes.size()))));
  }
  file.close();
}

}  // namespace ncf::base
