// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/paths.hpp"

#include <gtest/gtest.h>
#include <linux/magic.h>

namespace ncf::base {
namespace {

TEST(FileSystem, OnlyKnownOnesKeepMachinesApart) {
  constexpr std::uint64_t lustre = 0x0BD00BD0;
  constexpr std::uint64_t cifs = 0xFF534D42;
  constexpr std::uint64_t fuse = 0x65735546;
  constexpr std::uint64_t unknown = 0x12345678;
  EXPECT_TRUE(keeps_machines_apart(lustre));
  EXPECT_TRUE(keeps_machines_apart(std::uint64_t{EXT4_SUPER_MAGIC}));
  for (const std::uint64_t type :
       {std::uint64_t{NFS_SUPER_MAGIC}, std::uint64_t{V9FS_MAGIC}, cifs, fuse, unknown}) {
    EXPECT_FALSE(keeps_machines_apart(type)) << type;
  }
}

TEST(FileSystem, IsAskedForByPath) {
  EXPECT_FALSE(keeps_machines_apart(std::filesystem::path("/proc")));
  EXPECT_FALSE(keeps_machines_apart(std::filesystem::path("absent")));
}

}  // namespace
}  // namespace ncf::base
