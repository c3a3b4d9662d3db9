// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/file_system.hpp"

#include <linux/magic.h>
#include <sys/vfs.h>

#include <algorithm>
#include <iterator>

namespace ncf::base {
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
