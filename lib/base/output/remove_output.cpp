// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/remove_output.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace ncf::base {
namespace {

enum class Removal { done, not_empty, impossible };

Removal remove_name(int folder, const char* name) noexcept {
  if (::unlinkat(folder, name, 0) == 0) return Removal::done;
  if (errno != EISDIR && errno != EPERM) return Removal::impossible;
  if (::unlinkat(folder, name, AT_REMOVEDIR) == 0) return Removal::done;
  return errno == ENOTEMPTY || errno == EEXIST ? Removal::not_empty : Removal::impossible;
}

/// Opens a folder; returns null if it cannot be opened.
DIR* open_folder(int folder, const char* name) noexcept {
  const int opened = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (opened < 0) return nullptr;
  if (::faccessat(opened, ".", W_OK | X_OK, 0) != 0) ::fchmod(opened, S_IRWXU);
  DIR* const entries = ::fdopendir(opened);
  if (entries == nullptr) ::close(opened);
  return entries;
}

/// Removes the contents of a folder up to its first subfolder that is not empty, and closes it.
/// Returns that subfolder, opened; null if there is none.
DIR* clear_and_descend(DIR* folder, bool& is_any_removed) noexcept {
  DIR* inner = nullptr;
  while (inner == nullptr) {
    const dirent* const entry = ::readdir(folder);
    if (entry == nullptr) break;
    const char* const name = &entry->d_name[0];
    if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) continue;
    const Removal removal = remove_name(::dirfd(folder), name);
    is_any_removed = is_any_removed || removal == Removal::done;
    if (removal == Removal::not_empty) inner = open_folder(::dirfd(folder), name);
  }
  ::closedir(folder);
  return inner;
}

}  // namespace

// Each iteration of the outer loop empties a folder without subfolders, so neither the stack nor
// the number of descriptors grows with the depth.
void remove_output(const char* path) noexcept {
  bool is_any_removed = true;
  while (is_any_removed && remove_name(AT_FDCWD, path) == Removal::not_empty) {
    is_any_removed = false;
    for (DIR* folder = open_folder(AT_FDCWD, path); folder != nullptr;) {
      folder = clear_and_descend(folder, is_any_removed);
    }
  }
}

void restore_or_remove(const char* aside, const char* target) noexcept {
  struct stat status {};
  if (::lstat(aside, &status) != 0) return;
  if (::lstat(target, &status) == 0) {
    remove_output(aside);
  } else if (errno == ENOENT) {
    (void)::rename(aside, target);
  }
}

}  // namespace ncf::base
