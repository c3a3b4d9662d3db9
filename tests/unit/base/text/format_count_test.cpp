// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/messages.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace ncf::base {
namespace {

TEST(FormatCount, KnowsOneFromSeveral) {
  EXPECT_EQ(format_count(0, "file"), "0 files");
  EXPECT_EQ(format_count(std::uint64_t{1}, "file"), "1 file");
  EXPECT_EQ(format_count(2, "open file"), "2 open files");
  EXPECT_EQ(format_count(1.0, "second"), "1 second");
  EXPECT_EQ(format_count(0.5, "second"), "0.5 seconds");
}

}  // namespace
}  // namespace ncf::base
