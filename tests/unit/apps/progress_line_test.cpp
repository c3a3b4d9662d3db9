// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/progress_line.hpp"

#include <gtest/gtest.h>

namespace ncf::apps {
namespace {

std::string described(std::size_t width, std::uint64_t bytes_done = 500'000'000) {
  const Progress progress{bytes_done, 1'200'000'000, 0, {}};
  return describe_progress("ncfcopy", progress, std::chrono::seconds(2), width);
}

TEST(Progress, SaysHowMuchHowFastAndHowLong) {
  EXPECT_EQ(described(0), "ncfcopy: 41 % of 1.2 GB, 250.0 MB/s, 3 s left");
  EXPECT_EQ(described(80), described(0));
  EXPECT_EQ(described(0, 0), "ncfcopy: 0 % of 1.2 GB, 0.0 B/s");
}

TEST(Progress, CountsFilesAndNoTimeForWhatIsSkipped) {
  const Progress progress{.bytes_done = 700'000'000,
                          .bytes = 1'200'000'000,
                          .bytes_skipped = 200'000'000,
                          .files = "7 of 12 files"};
  const auto text = describe_progress("ncfcopy", progress, std::chrono::seconds(2), 0);
  EXPECT_EQ(text, "ncfcopy: 7 of 12 files, 58 % of 1.2 GB, 250.0 MB/s, 2 s left");
}

TEST(Progress, IsOneLineOnAnyTerminal) {
  EXPECT_EQ(described(40), "ncfcopy: 41 % of 1.2 GB, 3 s left");
  EXPECT_EQ(described(30), "ncfcopy: 41 %, 3 s left");
  for (std::size_t width = 1; width <= 80; ++width) EXPECT_LT(described(width).size(), width);
}

}  // namespace
}  // namespace ncf::apps
