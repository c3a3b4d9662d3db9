// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/file_state.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <optional>
#include <string>

#include "support/files.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

/// Overwrites a file and restores its time of modification.
void overwrite(const fs::path& path, const std::string& text) {
  const auto time = fs::last_write_time(path);
  std::ofstream(path) << text;
  fs::last_write_time(path, time);
}

/// Removes the time of the last change, which cannot be set.
std::optional<FileState> without_change(std::optional<FileState> state) {
  if (state) state->changed_nanoseconds = 0;
  return state;
}

/// Waits until a change would have another time than the last change of the file.
void wait_for_next_time(const fs::path& path) {
  const auto last = find_state(path)->changed_nanoseconds;
  const fs::path probe = path.native() + ".probe";
  do {
    std::ofstream{probe} << "";
  } while (find_state(probe)->changed_nanoseconds == last);
  fs::remove(probe);
}

TEST(FileState, IsEmptyIfNothingIsThere) {
  const test::TemporaryFolder place;
  EXPECT_FALSE(find_state(place / "absent"));
  EXPECT_FALSE(find_state("/dev/null"));
}

TEST(FileState, ChangesWithContentsWhoseTimeIsSetBack) {
  const test::TemporaryFolder place;
  const fs::path file = place / "file";
  std::string text(300'000, 'x');
  std::ofstream(file) << text;
  const auto state = find_state(file);
  wait_for_next_time(file);
  text[150'000] = 'y';
  overwrite(file, text);
  const auto changed = find_state(file);
  EXPECT_NE(changed, state);
  EXPECT_EQ(without_change(changed), without_change(state));
}

TEST(FileState, ChangesWithSizeTimeAndEitherEnd) {
  const test::TemporaryFolder place;
  const fs::path file = place / "file";
  std::string text(300'000, 'x');
  std::ofstream(file) << text;
  const auto state = without_change(find_state(file));
  ASSERT_TRUE(state);
  EXPECT_EQ(state->bytes, text.size());
  EXPECT_EQ(without_change(find_state(file)), state);
  for (const std::size_t changed : {std::size_t{0}, text.size() - 1}) {
    std::string other = text;
    other[changed] = 'y';
    overwrite(file, other);
    EXPECT_NE(without_change(find_state(file)), state) << changed;
  }
  overwrite(file, text.substr(1));
  EXPECT_NE(without_change(find_state(file)), state);
  overwrite(file, text);
  EXPECT_EQ(without_change(find_state(file)), state);
  fs::last_write_time(file, fs::last_write_time(file) + std::chrono::nanoseconds(1));
  EXPECT_NE(without_change(find_state(file)), state);
}

TEST(FileState, OfAFolderChangesWithAChunkWhoseTimeIsSetBack) {
  const test::TemporaryFolder place;
  const fs::path store = place / "store";
  fs::create_directory(store);
  std::ofstream(store / "0.0") << "chunk";
  const auto state = find_state(store);
  wait_for_next_time(store / "0.0");
  overwrite(store / "0.0", "other");
  EXPECT_NE(find_state(store), state);
  EXPECT_EQ(without_change(find_state(store)), without_change(state));
}

TEST(FileState, OfAFolderChangesWithAnyFileInIt) {
  const test::TemporaryFolder place;
  const fs::path store = place / "store";
  fs::create_directories(store / "v");
  std::ofstream(store / ".zgroup") << "{1}";
  std::ofstream(store / "v/0.0") << "chunk";
  const auto state = without_change(find_state(store));
  ASSERT_TRUE(state);
  EXPECT_EQ(state->bytes, 8U);
  EXPECT_EQ(without_change(find_state(store)), state);
  overwrite(store / ".zgroup", "{2}");
  EXPECT_NE(without_change(find_state(store)), state);
  overwrite(store / ".zgroup", "{1}");
  EXPECT_EQ(without_change(find_state(store)), state);
  const auto time = fs::last_write_time(store / "v/0.0");
  fs::rename(store / "v/0.0", store / "v/0.1");
  EXPECT_NE(without_change(find_state(store)), state);
  fs::rename(store / "v/0.1", store / "v/0.0");
  EXPECT_EQ(without_change(find_state(store)), state);
  fs::last_write_time(store / "v/0.0", time - std::chrono::hours(1));
  EXPECT_NE(without_change(find_state(store)), state);
}

}  // namespace
}  // namespace ncf::base
