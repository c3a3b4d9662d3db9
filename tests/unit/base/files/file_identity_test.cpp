// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/file_state.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/files/descriptor.hpp"
#include "support/files.hpp"

namespace ncf::base {
namespace {

TEST(FileIdentity, KnowsTheSameFileUnderTwoNames) {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "a") << "x";
  std::ofstream(folder / "b") << "x";
  std::filesystem::create_hard_link(folder / "a", folder / "hard");
  const auto identity = find_identity(folder / "a");
  ASSERT_TRUE(identity.has_value());
  EXPECT_EQ(identity, find_identity(folder / "hard"));
  EXPECT_EQ(identity, find_identity(folder / "./a"));
  EXPECT_NE(identity, find_identity(folder / "b"));
  EXPECT_EQ(find_identity(folder / "absent"), std::nullopt);
  const Descriptor open_file((folder / "hard").native(), O_RDONLY);
  EXPECT_EQ(identity, identity_of(open_file.id()));
}

}  // namespace
}  // namespace ncf::base
