// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/watched_file.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/files/file_identity.hpp"

namespace ncf::base {

WatchedFile::WatchedFile(std::filesystem::path path)
    : path_(std::move(path)), state_(look(path_)) {}

WatchedFile::State WatchedFile::look(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) throw_system_error(errno);
  return {{status.st_dev, status.st_ino},
          static_cast<std::uint64_t>(status.st_size),
          nanoseconds_of(status.st_mtim),
          nanoseconds_of(status.st_ctim),
          {status.st_mode, status.st_uid, status.st_gid, status.st_nlink}};
}

void WatchedFile::require_unchanged() const {
  const State now = look(path_);
  require_same_contents(now);
  if (now.changed_nanoseconds == state_.changed_nanoseconds || now.status != state_.status) return;
  throw BusyFile(
      "the file changed while it was read (its status did, although mode, owner, links and time "
      "of modification are the same)");
}

void WatchedFile::require_unchanged_at(const std::filesystem::path& path) const {
  require_same_contents(look(path));
}

void WatchedFile::require_same_contents(const State& now) const {
  if (now.identity != state_.identity) throw BusyFile("the file was replaced while it was read");
  if (now.bytes != state_.bytes) throw BusyFile("the size of the file changed while it was read");
  if (now.modified_nanoseconds != state_.modified_nanoseconds) {
    throw BusyFile("the file changed while it was read");
  }
}

}  // namespace ncf::base
