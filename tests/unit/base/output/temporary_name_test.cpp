// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/temporary_name.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

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

using std::chrono::hours;
using std::chrono::system_clock;

using Names = std::vector<std::string>;

constexpr const char* elsewhere = ".a.nc.ncf-00000000-77-abcd";

class Orphans : public testing::Test {
 protected:
  [[nodiscard]] Names find_after(hours age) const {
    Names names;
    for (const fs::path& path : find_orphans(folder_.path(), system_clock::now() + age)) {
      names.push_back(path.filename().native());
    }
    return names;
  }

  [[nodiscard]] fs::path make(const std::string& name) const {
    const fs::path path = folder_ / name;
    std::ofstream(path) << "unfinished";
    return path;
  }

  test::TemporaryFolder folder_;
};

TEST_F(Orphans, OfOtherMachinesAfterADay) {
  for (const char* const name : {elsewhere, ".a.nc", "a.nc.ncf-00000000-77-abcd"}) (void)make(name);
  EXPECT_EQ(find_after(hours{23}), Names{});
  EXPECT_EQ(find_after(hours{25}), Names{elsewhere});
}

TEST_F(Orphans, NotThoseOfLivingProcesses) {
  const std::string prefix = temporary_prefix(folder_ / "a.nc");
  (void)make(prefix + std::to_string(::getpid()) + "-abcd");
  EXPECT_EQ(find_after(hours{25}), Names{});
}

TEST_F(Orphans, NotLockedOnes) {
  const fs::path path = make(elsewhere);
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(::flock(file, LOCK_EX), 0);
  EXPECT_EQ(find_after(hours{25}), Names{});
  ::close(file);
  EXPECT_EQ(find_after(hours{25}), Names{elsewhere});
}

TEST_F(Orphans, FoldersAreAsYoungAsWhatIsInThem) {
  const std::string name = ".s.zarr.ncf-00000000-79-abcd";
  const fs::path chunk = folder_ / name / "v" / "0";
  fs::create_directories(chunk.parent_path());
  std::ofstream(chunk) << "values";
  fs::last_write_time(chunk, fs::file_time_type::clock::now() + hours{10});
  EXPECT_EQ(find_after(hours{25}), Names{});
  EXPECT_EQ(find_after(hours{35}), Names{name});
}

TEST_F(Orphans, AFolderThatCannotBeRead) {
  EXPECT_EQ(find_orphans(folder_ / "missing"), std::vector<fs::path>{});
}

}  // namespace
}  // namespace ncf::base
