// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/paths.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>

#include "base/errors/error_context.hpp"
#include "ncf/error.hpp"

namespace ncf::base {

namespace fs = std::filesystem;

namespace {

bool is_link(const fs::path& path) {
  std::error_code ignored;  // if it cannot be examined, writing fails later, with a message
  return fs::is_symlink(fs::symlink_status(path, ignored));
}

/// Calls `visit` for each entry that a kind of iterator finds.
template <class Iterator, class Visit>
void visit_each(const fs::path& folder, Visit visit) {
  std::error_code failure;
  Iterator entry(folder, failure);
  for (; !failure && entry != Iterator(); entry.increment(failure)) visit(*entry);
  if (failure) throw_system_error(failure.value());
}

// Not in every <linux/magic.h>.
constexpr std::uint64_t beegfs = 0x19830326;
constexpr std::uint64_t ceph = 0x00C36400;
constexpr std::uint64_t gfs2 = 0x01161970;
constexpr std::uint64_t gpfs = 0x47504653;
constexpr std::uint64_t lustre = 0x0BD00BD0;
constexpr std::uint64_t ocfs2 = 0x7461636F;
constexpr std::uint64_t xfs = 0x58465342;
constexpr std::uint64_t zfs = 0x2FC12FC1;

/// Parallel file systems, and local ones: containers on one machine count as several machines.
constexpr std::uint64_t types[] = {
    beegfs,
    ceph,
    gfs2,
    gpfs,
    lustre,
    ocfs2,
    EXT4_SUPER_MAGIC,
    BTRFS_SUPER_MAGIC,
    OVERLAYFS_SUPER_MAGIC,
    TMPFS_MAGIC,
    xfs,
    zfs,
};

}  // namespace

void throw_errno(const fs::path& path, std::string_view doing, int error) {
  throw_system_error(error, fmt::format("{}: {}", path.native(), doing));
}

std::optional<struct stat> find_status(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return status;
  if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
  throw_errno(path, "cannot read its status", errno);
}

fs::path follow_links(fs::path path) {
  constexpr int max_links = 40;  // as in Linux
  for (int i = 0; is_link(path); ++i) {
    if (i == max_links) throw_errno(path, "cannot follow the link", ELOOP);
    std::error_code failure;
    const fs::path to = fs::read_symlink(path, failure);
    if (failure) throw_errno(path, "cannot follow the link", failure.value());
    path = to.is_absolute() ? to : path.parent_path() / to;
  }
  return path;
}

std::string describe_missing(const fs::path& path) {
  if (!is_link(path)) return "no such file";
  std::error_code failure;
  const fs::path to = fs::read_symlink(path, failure);
  return fmt::format("no such file: the name is a link to {}, which does not exist", to.native());
}

fs::path absolute_path(const fs::path& path) {
  std::error_code failure;
  fs::path absolute = fs::absolute(path, failure);
  if (failure) {
    throw Error(ErrorCode::io,
                fmt::format("the current folder cannot be found: {}; change to an existing one, or "
                            "give the absolute path of the file (/...)",
                            failure.message()));
  }
  return absolute;
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

std::string_view describe_kind(const struct stat& status) noexcept {
  return S_ISREG(status.st_mode)    ? "a file"
         : S_ISDIR(status.st_mode)  ? "a folder"
         : S_ISFIFO(status.st_mode) ? "a FIFO"
         : S_ISSOCK(status.st_mode) ? "a socket"
                                    : "a device";
}

void require_folder(const fs::path& target) {
  const fs::path folder = folder_of(target);
  const auto folder_status = find_status(folder);
  if (!target.has_filename() || !folder_status) {
    throw Error(ErrorCode::not_found, fmt::format("{}: there is no folder '{}'; create it first",
                                                  target.native(), folder.native()));
  }
  if (!S_ISDIR(folder_status->st_mode)) throw_errno(target, "cannot write there", ENOTDIR);
}

void require_writable_folder(const fs::path& target) {
  const fs::path folder = folder_of(target);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    throw_errno(target, fmt::format("cannot write to folder '{}'", folder.native()), errno);
  }
}

bool exchange_at_once(const fs::path& temporary, const fs::path& target, std::string_view doing) {
  if (::renameat2(AT_FDCWD, temporary.c_str(), AT_FDCWD, target.c_str(), RENAME_EXCHANGE) == 0) {
    return true;
  }
  if (errno == EINVAL || errno == ENOSYS) return false;
  throw_errno(target, doing, errno);
}

void visit_entries(const fs::path& folder,
                   const std::function<void(const fs::directory_entry&)>& visit) {
  visit_each<fs::directory_iterator>(folder, visit);
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  visit_entries(folder, [&](const fs::directory_entry& entry) {
    names.push_back(entry.path().filename().string());
  });
  return names;
}

void visit_tree(const fs::path& folder,
                const std::function<void(const fs::directory_entry&)>& visit) {
  visit_each<fs::recursive_directory_iterator>(folder, visit);
}

void visit_files(const fs::path& folder,
                 const std::function<void(const fs::directory_entry&)>& visit) {
  visit_tree(folder, [&](const fs::directory_entry& entry) {
    std::error_code gone;
    if (entry.is_regular_file(gone)) visit(entry);
  });
}

bool keeps_machines_apart(std::uint64_t type) noexcept {
  return std::find(std::begin(types), std::end(types), type) != std::end(types);
}

bool keeps_machines_apart(const std::filesystem::path& path) noexcept {
  struct statfs status {};
  if (::statfs(path.c_str(), &status) != 0) return false;
  return keeps_machines_apart(std::uint64_t{static_cast<std::uint32_t>(status.f_type)});
}

}  // namespace ncf::base
