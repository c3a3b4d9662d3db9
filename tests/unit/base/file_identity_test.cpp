// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/file_identity.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "support/files.hpp"

namespace ncf::base {
namespace {

TEST(FileIdentity, KnowsTheSameFileUnderTwoNames) {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "a") << "x";
  std::ofstream(folder / "b") << "x";
  std::filesystem::create_hard_link(folder / "a", folder / "hard");
  EXPECT_TRUE(is_same_file(folder / "a", folder / "hard"));
  EXPECT_TRUE(is_same_file(folder / "a", folder / "./a"));
  EXPECT_FALSE(is_same_file(folder / "a", folder / "b"));
  EXPECT_FALSE(is_same_file(folder / "a", folder / "absent"));
}

}  // namespace
}  // namespace ncf::base
