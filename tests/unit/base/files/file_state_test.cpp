// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/file_state.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include "base/files/descriptor.hpp"
#include "support/errors.hpp"
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

std::string change(const WatchedFile& file) {
  return test::reason_of([&] { file.require_unchanged(); });
}

TEST(WatchedFile, NoticesAnyChange) {
  const test::TemporaryFolder folder;
  const fs::path path = folder / "a.nc";
  std::ofstream(path) << "abc";
  const auto time = fs::last_write_time(path);
  const WatchedFile file(path);
  EXPECT_NO_THROW(file.require_unchanged());
  fs::last_write_time(path, time + std::chrono::nanoseconds(1));
  EXPECT_EQ(change(file), "the file changed while it was read");
  std::ofstream(path) << "abcd";
  fs::last_write_time(path, time);
  EXPECT_EQ(change(file), "the size of the file changed while it was read");
  std::ofstream(folder / "new") << "abc";
  fs::last_write_time(folder / "new", time);
  fs::rename(folder / "new", path);
  EXPECT_EQ(change(file), "the file was replaced while it was read");
}

class WatchedStatus : public testing::Test {
 protected:
  WatchedStatus() { std::ofstream(path_) << "abc"; }

  // The clock of the file system goes on every few milliseconds.
  static void wait() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

  test::TemporaryFolder folder_;
  fs::path path_ = folder_ / "a.nc";
};

TEST_F(WatchedStatus, ShowsThatTheTimeOfModificationWasSetBack) {
  const auto time = fs::last_write_time(path_);
  const WatchedFile file(path_);
  wait();
  std::ofstream(path_) << "xyz";
  fs::last_write_time(path_, time);
  EXPECT_EQ(change(file),
            "the file changed while it was read (its status did, although mode, owner, links and "
            "time of modification are the same)");
}

TEST_F(WatchedStatus, MayChangeWithAnotherModeOrLink) {
  const WatchedFile file(path_);
  wait();
  fs::permissions(path_, fs::perms::owner_read);
  EXPECT_NO_THROW(file.require_unchanged());
  const WatchedFile read_only(path_);
  wait();
  fs::create_hard_link(path_, folder_ / "b.nc");
  EXPECT_NO_THROW(read_only.require_unchanged());
  EXPECT_NO_THROW(WatchedFile(path_).require_unchanged());
}

TEST_F(WatchedStatus, MayChangeWhenTheFileIsMoved) {
  const WatchedFile file(path_);
  wait();
  fs::rename(path_, folder_ / "b.nc");
  EXPECT_NO_THROW(file.require_unchanged_at(folder_ / "b.nc"));
  std::ofstream(folder_ / "b.nc") << "xyz";
  EXPECT_EQ(test::reason_of([&] { file.require_unchanged_at(folder_ / "b.nc"); }),
            "the file changed while it was read");
}

}  // namespace
}  // namespace ncf::base
