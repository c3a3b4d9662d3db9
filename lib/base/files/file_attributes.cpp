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
#include <vector>

#include "base/errors/system_error.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/source_status.hpp"

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

mode_t get_mode(const Descriptor& file) {
  struct stat status {};
  if (::fstat(file.id(), &status) != 0) throw_system_error(errno, "cannot read its status");
  return status.st_mode & all_mode_bits;
}

mode_t get_mode(const std::filesystem::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) throw_system_error(errno);
  return status.st_mode & all_mode_bits;
}

}  // namespace ncf::base
