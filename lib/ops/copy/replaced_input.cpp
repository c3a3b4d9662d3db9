// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/replaced_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>

#include "base/errors/error_context.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

struct stat status_of(const base::Descriptor& file) {
  struct stat status {};
  if (::fstat(file.id(), &status) != 0) base::throw_system_error(errno);
  return status;
}

bool is_same(const timespec& left, const timespec& right) {
  return left.tv_sec == right.tv_sec && left.tv_nsec == right.tv_nsec;
}

}  // namespace

ReplacedInput::ReplacedInput(const std::filesystem::path& path)
    : watched_(path), file_(path, O_RDONLY | O_NONBLOCK) {
  const struct stat status = status_of(file_);
  if (S_ISDIR(status.st_mode)) {
    throw Error(ErrorCode::unsupported, "is a folder; --in-place replaces only files");
  }
  if (status.st_nlink > 1) {
    throw Error(ErrorCode::unsupported,
                fmt::format("has {} names (hard links), and would no longer be one file if it were "
                            "replaced; it is left as it is",
                            status.st_nlink));
  }
  changed_ = status.st_ctim;
  require_no_writer();
}

/// A lease for reading is granted only for files that are not open for writing. Some file systems
/// do not have leases, and some users may not take one.
void ReplacedInput::require_no_writer() const {
  if (::fcntl(file_.id(), F_SETLEASE, F_RDLCK) == 0) {
    ::fcntl(file_.id(), F_SETLEASE, F_UNLCK);
  } else if (errno == EAGAIN) {
    throw base::BusyFile("another program has the file open for writing");
  }
}

void ReplacedInput::lock() {
  // On file systems without locks, no program uses locks.
  if (::flock(file_.id(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw base::BusyFile("another program has locked the file");
  }
  require_unchanged(watched_.path());
  if (!is_same(status_of(file_).st_ctim, changed_)) {
    throw base::BusyFile("the file changed while it was read");
  }
}

void ReplacedInput::require_unchanged(const std::filesystem::path& path) const {
  require_no_writer();
  watched_.require_unchanged_at(path);
}

}  // namespace ncf::ops
