// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/temporary_name.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "support/files.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

/// Returns the id of a process that has ended.
pid_t dead_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

fs::path leave(const fs::path& target, pid_t process, const std::string& suffix = "") {
  fs::path path = target.parent_path() /
                  (temporary_prefix(target) + std::to_string(process) + "-00ff" + suffix);
  std::ofstream(path) << "left";
  return path;
}

TEST(TemporaryName, LeftoversOfAFolderAreClearedAtOnce) {
  const test::TemporaryFolder folder;
  const fs::path a = leave(folder / "a.nc", dead_process());
  const fs::path b = leave(folder / "b.nc", dead_process());
  const fs::path living = leave(folder / "c.nc", ::getpid());
  const fs::path aside = leave(folder / "d.zarr", dead_process(), "-old");
  const fs::path elsewhere = folder / ".e.nc.ncf-00000000-1-00ff";
  std::ofstream(elsewhere.string()) << "of another machine";
  clear_leftovers_in(folder.path());
  EXPECT_FALSE(fs::exists(a));
  EXPECT_FALSE(fs::exists(b));
  EXPECT_TRUE(fs::exists(living));
  EXPECT_FALSE(fs::exists(aside));
  EXPECT_TRUE(fs::exists(folder / "d.zarr"));
  EXPECT_TRUE(fs::exists(elsewhere));
  // The folder is not read again, except for names that are cut.
  const fs::path later = leave(folder / "a.nc", dead_process());
  const fs::path long_name = folder / std::string(240, 'x');
  const fs::path cut = leave(long_name, dead_process());
  clear_leftovers(folder / "a.nc");
  clear_leftovers(long_name);
  EXPECT_TRUE(fs::exists(later));
  EXPECT_FALSE(fs::exists(cut));
}

}  // namespace
}  // namespace ncf::base
