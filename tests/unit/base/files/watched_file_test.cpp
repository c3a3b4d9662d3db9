// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/file_state.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

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
