// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/source_status.hpp"

#include <sys/xattr.h>

#include <cerrno>
#include <system_error>
#include <tuple>

#include "base/errors/system_error.hpp"
#include "base/files/folder.hpp"

namespace ncf::base {
namespace {

constexpr mode_t all_may_read = S_IRUSR | S_IRGRP | S_IROTH;
constexpr mode_t all_may_write = S_IWUSR | S_IWGRP | S_IWOTH;
constexpr mode_t all_may_enter = S_IXUSR | S_IXGRP | S_IXOTH;
constexpr mode_t of_group = S_IRWXG;
constexpr mode_t all_permissions = all_may_read | all_may_write | all_may_enter;

mode_t with_group_as_others(mode_t mode) noexcept {
  return (mode & ~of_group) | (mode & S_IRWXO) << 3U;
}

/// Returns whether there is an access list. If so, the bits of the group are its mask and do not
/// show the permissions of the group.
bool has_access_list(const std::filesystem::path& path) noexcept {
  return ::getxattr(path.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
}

struct stat status_of(const std::filesystem::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) throw_system_error(errno);
  if (has_access_list(path)) status.st_mode = with_group_as_others(status.st_mode);
  return status;
}

/// Adds the permission to enter a folder for those who may read it.
mode_t entering_as_reading(mode_t mode) noexcept {
  return (mode & ~all_may_enter) | ((mode & all_may_read) >> 2U);
}

SourceStatus as_source(const struct stat& status) noexcept {
  return {status.st_mode & all_permissions, status.st_atim, status.st_mtim, status.st_gid,
          S_ISDIR(status.st_mode)};
}

/// Returns the status of a file or folder alone. Only those who may also enter a folder count as
/// its readers.
SourceStatus status_with_readers(const std::filesystem::path& path) {
  SourceStatus source = as_source(status_of(path));
  if (!source.is_folder) return source;
  const mode_t entering = source.mode & all_may_enter;
  source.mode = entering_as_reading(source.mode & (all_may_write | entering << 2U));
  return source;
}

void take_newer(timespec& time, const timespec& other) noexcept {
  if (std::tie(time.tv_sec, time.tv_nsec) < std::tie(other.tv_sec, other.tv_nsec)) time = other;
}

}  // namespace

SourceStatus source_status(const std::filesystem::path& path) {
  SourceStatus source = status_with_readers(path);
  if (!source.is_folder) return source;
  source.modified = {};
  source.accessed = {};
  visit_tree(path, [&](const std::filesystem::directory_entry& entry) {
    std::error_code unknown;
    const bool is_folder = entry.is_directory(unknown) && !entry.is_symlink(unknown);
    if (!is_folder && !entry.is_regular_file(unknown)) return;
    const SourceStatus inner = status_with_readers(entry.path());
    take_common_mode(source, inner);
    if (is_folder) return;
    take_newer(source.modified, inner.modified);
    take_newer(source.accessed, inner.accessed);
  });
  return source;
}

void take_common_mode(SourceStatus& source, const SourceStatus& other) noexcept {
  source.mode &= entering_as_reading(mode_for_group(other, source.group)) | S_IRWXU;
}

void take_common_mode(std::optional<SourceStatus>& source, const SourceStatus& other) noexcept {
  if (source) return take_common_mode(*source, other);
  source = other;
}

SourceStatus status_without_files(const std::filesystem::path& folder) {
  return as_source(status_of(folder));
}

mode_t mode_for_group(const SourceStatus& source, gid_t group) noexcept {
  if (group == source.group) return source.mode;
  return source.mode & (with_group_as_others(source.mode) | ~of_group);
}

mode_t limited_mode(const ModeParts& parts, const SourceStatus& source) noexcept {
  mode_t allowed = source.mode | S_IRWXU;
  allowed = parts.is_folder ? entering_as_reading(allowed) : allowed | all_may_enter;
  // The owner of an older output chose who may write to it. But users who may no longer read it may
  // not write it either.
  if (parts.is_replaced) allowed |= (allowed & all_may_read) >> 1U;
  return parts.base & (allowed | ~all_permissions);
}

mode_t preserved_mode(const ModeParts& parts, const SourceStatus& source) noexcept {
  mode_t mode = source.mode;
  if (parts.is_folder) mode = entering_as_reading(mode);
  if (source.is_folder && !parts.is_folder) mode &= ~all_may_enter;
  return (parts.base & ~all_permissions) | mode;
}

}  // namespace ncf::base
