// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/watched_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

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

}  // namespace
}  // namespace ncf::base
