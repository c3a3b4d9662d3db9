// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/network_mount.hpp"

#include <linux/magic.h>
#include <sys/vfs.h>

namespace ncf::base {

bool is_on_nfs(const std::filesystem::path& path) noexcept {
  struct statfs status {};
  return ::statfs(path.c_str(), &status) == 0 && status.f_type == NFS_SUPER_MAGIC;
}

}  // namespace ncf::base
