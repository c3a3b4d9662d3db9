// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/file_attributes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <tuple>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/paths.hpp"

namespace ncf::base {
namespace {

constexpr std::string_view access_list = "system.posix_acl_access";

struct stat status_of(const Descriptor& file) {
  struct stat status {};
  if (::fstat(file.id(), &status) != 0) throw_system_error(errno, "cannot read its status");
  return status;
}

bool has_no_attributes(int error) { return error == ENOTSUP || error == EOPNOTSUPP; }

std::vector<std::string> attribute_names(const Descriptor& file) {
  for (;;) {
    const ssize_t size = ::flistxattr(file.id(), nullptr, 0);
    if (size < 0 && has_no_attributes(errno)) return {};
    if (size < 0) throw_system_error(errno, "cannot list its extended attributes");
    std::string text(static_cast<std::size_t>(size), '\0');
    const ssize_t count = ::flistxattr(file.id(), text.data(), text.size());
    if (count < 0 && errno == ERANGE) continue;  // one was added in the meantime
    if (count < 0) throw_system_error(errno, "cannot list its extended attributes");
    text.resize(static_cast<std::size_t>(count));
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin < text.size(); begin += names.back().size() + 1) {
      names.emplace_back(text.c_str() + begin);
    }
    return names;
  }
}

bool is_of_system(std::string_view name) {
  return name.starts_with("security.") || name.starts_with("trusted.");
}

[[noreturn]] void fail_to_copy(const std::string& name) {
  throw_system_error(errno, fmt::format("cannot keep its extended attribute {}", name));
}

void copy_attribute(const Descriptor& from, const Descriptor& to, const std::string& name) {
  const ssize_t size = ::fgetxattr(from.id(), name.c_str(), nullptr, 0);
  if (size < 0 && is_of_system(name)) return;
  if (size < 0) fail_to_copy(name);
  std::string value(static_cast<std::size_t>(size), '\0');
  const ssize_t count = ::fgetxattr(from.id(), name.c_str(), value.data(), value.size());
  if (count < 0) fail_to_copy(name);
  if (::fsetxattr(to.id(), name.c_str(), value.data(), static_cast<std::size_t>(count), 0) == 0) {
    return;
  }
  if (!is_of_system(name)) fail_to_copy(name);
}

/// Removes an access list that the folder gives to new files, but that the replaced file lacks.
void drop_access_list(const Descriptor& file) {
  if (::fremovexattr(file.id(), access_list.data()) == 0) return;
  if (errno != ENODATA && !has_no_attributes(errno)) {
    throw_system_error(errno, "cannot remove an access list");
  }
}

std::optional<std::string> give_owner(const Descriptor& file, const struct stat& wanted) {
  const struct stat now = status_of(file);
  const bool has_group = now.st_gid == wanted.st_gid ||
                         ::fchown(file.id(), static_cast<uid_t>(-1), wanted.st_gid) == 0;
  const bool has_owner = now.st_uid == wanted.st_uid ||
                         ::fchown(file.id(), wanted.st_uid, static_cast<gid_t>(-1)) == 0;
  if (has_owner && has_group) return std::nullopt;
  return fmt::format("only its owner or root can keep the {}: it was {} and is now {}",
                     has_group   ? "owner"
                     : has_owner ? "group"
                                 : "owner and group",
                     fmt::format("{}:{}", wanted.st_uid, wanted.st_gid),
                     fmt::format("{}:{}", status_of(file).st_uid, status_of(file).st_gid));
}

}  // namespace

std::optional<std::string> copy_attributes(const std::filesystem::path& from,
                                           const std::filesystem::path& to) {
  const Descriptor source(from, O_RDONLY);
  const Descriptor target(to, O_RDONLY | O_NOFOLLOW);
  const struct stat wanted = status_of(source);
  std::optional<std::string> note = give_owner(target, wanted);
  drop_access_list(target);
  const std::vector<std::string> names = attribute_names(source);
  for (const std::string& name : names) {
    if (name != access_list) copy_attribute(source, target, name);
  }
  // The access list comes last: without write permission, its owner cannot set the others.
  if (std::find(names.begin(), names.end(), access_list) != names.end()) {
    copy_attribute(source, target, std::string(access_list));
  }
  mode_t mode = wanted.st_mode & all_mode_bits;
  if (status_of(target).st_gid != wanted.st_gid) {
    mode = mode_for_group(status_without_files(from), status_of(target).st_gid) & all_mode_bits;
  }
  if (::fchmod(target.id(), mode) != 0) throw_system_error(errno, "cannot keep its mode");
  return note;
}

mode_t get_mode(const Descriptor& file) { return status_of(file).st_mode & all_mode_bits; }

mode_t get_mode(const std::filesystem::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) throw_system_error(errno);
  return status.st_mode & all_mode_bits;
}

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
  return ::getxattr(path.c_str(), access_list.data(), nullptr, 0) > 0;
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
