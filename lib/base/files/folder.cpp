// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/folder.hpp"

#include <linux/magic.h>
#include <sys/vfs.h>

#include <algorithm>
#include <iterator>
#include <system_error>

#include "base/errors/error_context.hpp"
#include "ncf/error.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

/// Calls `visit` for each entry that a kind of iterator finds.
template <class Iterator, class Visit>
void visit_each(const fs::path& folder, Visit visit) {
  std::error_code failure;
  Iterator entry(folder, failure);
  for (; !failure && entry != Iterator(); entry.increment(failure)) visit(*entry);
  if (failure) throw_system_error(failure.value());
}

}  // namespace

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

namespace {

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

bool keeps_machines_apart(std::uint64_t type) noexcept {
  return std::find(std::begin(types), std::end(types), type) != std::end(types);
}

bool keeps_machines_apart(const std::filesystem::path& path) noexcept {
  struct statfs status {};
  if (::statfs(path.c_str(), &status) != 0) return false;
  return keeps_machines_apart(std::uint64_t{static_cast<std::uint32_t>(status.f_type)});
}

}  // namespace ncf::base
