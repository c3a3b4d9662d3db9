// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/file_state.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "support/files.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

/// Writes and gives the file its old time back.
void overwrite(const fs::path& path, const std::string& text) {
  const auto time = fs::last_write_time(path);
  std::ofstream(path) << text;
  fs::last_write_time(path, time);
}

TEST(FileState, IsEmptyIfNothingIsThere) {
  const test::TemporaryFolder place;
  EXPECT_FALSE(find_state(place / "absent"));
  EXPECT_FALSE(find_state("/dev/null"));
}

TEST(FileState, ChangesWithSizeTimeAndEitherEnd) {
  const test::TemporaryFolder place;
  const fs::path file = place / "file";
  std::string text(300'000, 'x');
  std::ofstream(file) << text;
  const auto state = find_state(file);
  ASSERT_TRUE(state);
  EXPECT_EQ(state->bytes, text.size());
  EXPECT_EQ(find_state(file), state);
  for (const std::size_t changed : {std::size_t{0}, text.size() - 1}) {
    std::string other = text;
    other[changed] = 'y';
    overwrite(file, other);
    EXPECT_NE(find_state(file), state) << changed;
  }
  overwrite(file, text.substr(1));
  EXPECT_NE(find_state(file), state);
  overwrite(file, text);
  EXPECT_EQ(find_state(file), state);
  fs::last_write_time(file, fs::last_write_time(file) + std::chrono::nanoseconds(1));
  EXPECT_NE(find_state(file), state);
}

TEST(FileState, OfAFolderChangesWithAnyFileInIt) {
  const test::TemporaryFolder place;
  const fs::path store = place / "store";
  fs::create_directories(store / "v");
  std::ofstream(store / ".zgroup") << "{1}";
  std::ofstream(store / "v/0.0") << "chunk";
  const auto state = find_state(store);
  ASSERT_TRUE(state);
  EXPECT_EQ(state->bytes, 8U);
  EXPECT_EQ(find_state(store), state);
  overwrite(store / ".zgroup", "{2}");
  EXPECT_NE(find_state(store), state);
  overwrite(store / ".zgroup", "{1}");
  EXPECT_EQ(find_state(store), state);
  const auto time = fs::last_write_time(store / "v/0.0");
  fs::rename(store / "v/0.0", store / "v/0.1");
  EXPECT_NE(find_state(store), state);
  fs::rename(store / "v/0.1", store / "v/0.0");
  EXPECT_EQ(find_state(store), state);
  fs::last_write_time(store / "v/0.0", time - std::chrono::hours(1));
  EXPECT_NE(find_state(store), state);
}

}  // namespace
}  // namespace ncf::base
