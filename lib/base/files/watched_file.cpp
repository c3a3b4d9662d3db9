// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/watched_file.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "base/system_error.hpp"

namespace ncf::base {

WatchedFile::WatchedFile(std::filesystem::path path)
    : path_(std::move(path)), state_(look(path_)) {}

WatchedFile::State WatchedFile::look(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) throw_system_error(errno);
  constexpr std::int64_t per_second = 1'000'000'000;
  return {{status.st_dev, status.st_ino},
          static_cast<std::uint64_t>(status.st_size),
          status.st_mtim.tv_sec * per_second + status.st_mtim.tv_nsec};
}

void WatchedFile::require_unchanged(const std::filesystem::path& path) const {
  const State now = look(path);
  if (now == state_) return;
  if (now.identity != state_.identity) throw BusyFile("the file was replaced while it was read");
  throw BusyFile(now.bytes != state_.bytes ? "the size of the file changed while it was read"
                                           : "the file changed while it was read");
}

}  // namespace ncf::base
