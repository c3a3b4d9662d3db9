// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/progress_line.hpp"

#include <gtest/gtest.h>

namespace ncf::apps {
namespace {

std::string described(std::size_t width, std::uint64_t bytes_done = 500'000'000) {
  const Progress progress{bytes_done, 1'200'000'000};
  return describe_progress("ncfcopy", progress, std::chrono::seconds(2), width);
}

TEST(Progress, SaysHowMuchHowFastAndHowLong) {
  EXPECT_EQ(described(0), "ncfcopy: 41 % of 1.2 GB, 250.0 MB/s, 3 s left");
  EXPECT_EQ(described(80), described(0));
  EXPECT_EQ(described(0, 0), "ncfcopy: 0 % of 1.2 GB, 0.0 B/s");
}

TEST(Progress, CountsFilesAndNoTimeForWhatIsSkipped) {
  Progress progress{.bytes_done = 700'000'000,
                    .bytes = 1'200'000'000,
                    .bytes_skipped = 200'000'000,
                    .files_done = 7,
                    .files = 12,
                    .files_failed = 0};
  const auto describe = [&] {
    return describe_progress("ncfcopy", progress, std::chrono::seconds(2), 0);
  };
  EXPECT_EQ(describe(), "ncfcopy: 7 of 12 files, 58 % of 1.2 GB, 250.0 MB/s, 2 s left");
  progress.files_failed = 2;
  EXPECT_EQ(describe(), "ncfcopy: 7 of 12 files (2 failed), 58 % of 1.2 GB, 250.0 MB/s, 2 s left");
}

TEST(Progress, IsJsonForPrograms) {
  EXPECT_EQ(format_progress_json({.bytes_done = 5, .bytes = 12}),
            "{\"bytes_done\": 5, \"bytes\": 12}\n");
  EXPECT_EQ(format_progress_json({.bytes_done = 5, .bytes = 12, .files_done = 1, .files = 3}),
            "{\"bytes_done\": 5, \"bytes\": 12, \"files_done\": 1, \"files\": 3, "
            "\"files_failed\": 0}\n");
}

TEST(Progress, IsOneLineOnAnyTerminal) {
  EXPECT_EQ(described(40), "ncfcopy: 41 % of 1.2 GB, 3 s left");
  EXPECT_EQ(described(30), "ncfcopy: 41 %, 3 s left");
  for (std::size_t width = 1; width <= 80; ++width) EXPECT_LT(described(width).size(), width);
}

}  // namespace
}  // namespace ncf::apps
