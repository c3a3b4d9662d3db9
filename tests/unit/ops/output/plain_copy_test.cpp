// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/plain_copy.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::ops {
namespace {

// Address 0 of a process cannot be read: the file opens, and its first byte fails.
TEST(PlainCopy, NamesTheInputThatCannotBeRead) {
  const test::TemporaryFolder folder;
  CopyOptions options;
  options.input = "/proc/self/mem";
  options.output = folder.path() / "copy";
  EXPECT_EQ(test::reason_of([&] { (void)copy_plainly(options); }),
            "/proc/self/mem: Input/output error");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace ncf::ops
