// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/pending_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>

#include "base/target_path.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

namespace fs = std::filesystem;

namespace {

void require_replaceable(const fs::path& target, const PendingFolder::MayReplace& may_replace) {
  require_folder(target);
  require_writable_folder(target);
  const auto status = find_status(target);
  if (!status) return;
  if (!S_ISDIR(status->st_mode)) {
    throw Error(ErrorCode::io, fmt::format("{}: is {}, not a folder that can be replaced",
                                           target.native(), describe_kind(*status)));
  }
  if (fs::is_empty(target) || may_replace(target)) return;
  throw Error(
      ErrorCode::io,
      fmt::format("{}: is a folder with other things in it; it is not replaced", target.native()));
}

/// A path without the slash that ends it, which would name what is in a folder.
fs::path without_slash(const fs::path& path) {
  std::string text = path.native();
  while (text.size() > 1 && text.back() == '/') text.pop_back();
  return text;
}

/// Where the system cannot exchange two names.
void replace_in_steps(const fs::path& temporary, const fs::path& target) {
  const fs::path aside = temporary.native() + "-old";
  if (::rename(target.c_str(), aside.c_str()) != 0) {
    throw_errno(target, "cannot move the old folder aside", errno);
  }
  if (::rename(temporary.c_str(), target.c_str()) != 0) {
    const int error = errno;
    ::rename(aside.c_str(), target.c_str());
    throw_errno(target, "cannot give the finished folder its name", error);
  }
  remove_output(aside.c_str());
}

void replace(const fs::path& temporary, const fs::path& target) {
  if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) == 0) {
    remove_output(temporary.c_str());
    return;
  }
  if (errno != EINVAL && errno != ENOSYS) {
    throw_errno(target, "cannot give the finished folder its name", errno);
  }
  replace_in_steps(temporary, target);
}

}  // namespace

PendingFolder::PendingFolder(const fs::path& target, const MayReplace& may_replace)
    : PendingOutput(without_slash(target)) {
  require_replaceable(this->target(), may_replace);
  begin();
}

// Of many files, whose sizes nobody knows yet.
void PendingFolder::reserve(std::uint64_t /*bytes*/) {}

void PendingFolder::commit() {
  if (const auto status = find_status(target())) {
    constexpr mode_t permissions = 07777;
    if (::chmod(temporary().c_str(), status->st_mode & permissions) != 0) {
      throw_errno(target(), "cannot keep the folder's mode", errno);
    }
    replace(temporary(), target());
  } else if (::rename(temporary().c_str(), target().c_str()) != 0) {
    throw_errno(target(), "cannot give the finished folder its name", errno);
  }
  set_committed();
}

}  // namespace ncf::base
