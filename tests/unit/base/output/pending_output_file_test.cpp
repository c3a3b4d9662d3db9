// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/pending_output.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "base/output/temporary_name.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/refused_call.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

class PendingFileTest : public testing::Test {
 protected:
  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  static void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

  static std::string read(const fs::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  static std::string message_for(const fs::path& target) {
    return test::reason_of([&] { const PendingFile pending(target); });
  }

  test::TemporaryFolder place_;
  const fs::path folder_ = place_.path();
};

TEST_F(PendingFileTest, TheTargetIsUntouchedUntilCommit) {
  const fs::path target = folder_ / "out.nc";
  write(target, "old");
  PendingFile pending(target);
  write(pending.temporary(), "new");
  EXPECT_EQ(read(target), "old");
  EXPECT_EQ(pending.temporary().parent_path(), folder_);
  pending.commit();
  EXPECT_EQ(read(target), "new");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(PendingFileTest, NothingIsLeftWithoutCommit) {
  const fs::path target = folder_ / "out.nc";
  write(target, "old");
  {
    const PendingFile pending(target);
    write(pending.temporary(), "half");
    EXPECT_EQ(entries(), 2U);
  }
  EXPECT_EQ(read(target), "old");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(PendingFileTest, KeepsTheModeOfTheTarget) {
  const fs::path target = folder_ / "out.nc";
  write(target, "old");
  fs::permissions(target, fs::perms{0640});
  PendingFile pending(target);
  write(pending.temporary(), "new");
  pending.commit();
  EXPECT_EQ(fs::status(target).permissions(), fs::perms{0640});
}

TEST_F(PendingFileTest, OnlyItsOwnerReadsWhatIsUnfinished) {
  const fs::path target = folder_ / "out.nc";
  const PendingFile pending(target);
  EXPECT_EQ(fs::status(pending.temporary()).permissions(), fs::perms{0600});
}

TEST_F(PendingFileTest, ANewFileHasTheModeOfAnyOther) {
  for (const mode_t mask : {022U, 027U, 077U, 002U}) {
    const mode_t before = ::umask(mask);
    const fs::path target = folder_ / std::to_string(mask);
    PendingFile pending(target);
    write(pending.temporary(), "new");
    pending.commit();
    ::umask(before);
    EXPECT_EQ(fs::status(target).permissions(), fs::perms{0666U & ~mask});
  }
}

TEST_F(PendingFileTest, IsReadByThoseOnlyWhoMayReadTheSource) {
  const fs::path target = folder_ / "out.nc";
  for (int run = 0; run < 2; ++run) {  // for a new file, and for one that is replaced
    if (run == 1) fs::permissions(target, fs::perms{0644});
    PendingFile pending(target);
    pending.limit_readers({0600, {}, {}, ::getegid()});
    pending.commit();
    EXPECT_EQ(fs::status(target).permissions(), fs::perms{0600});
  }
}

TEST_F(PendingFileTest, PreservesModeAndTimes) {
  const fs::path target = folder_ / "out.nc";
  PendingFile pending(target);
  pending.preserve({0640, {100, 7}, {200, 9}, ::getegid()});
  pending.commit();
  struct stat status {};
  ASSERT_EQ(::stat(target.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
  EXPECT_EQ(status.st_atim.tv_sec, 100);
  EXPECT_EQ(status.st_mtim.tv_sec, 200);
  EXPECT_EQ(status.st_mtim.tv_nsec, 9);
}

TEST_F(PendingFileTest, WhatTheDiskDoesNotTakeLeavesTheOldFile) {
  const fs::path target = folder_ / "out.nc";
  write(target, "old");
  test::with_refused({SYS_fsync}, EIO, [&] {
    PendingFile pending(target);
    write(pending.temporary(), "new");
    EXPECT_EQ(test::reason_of([&] { pending.commit(); }),
              target.string() + ": cannot flush it to disk: Input/output error");
  });
  EXPECT_EQ(read(target), "old");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(PendingFileTest, WhatIsReplacedIsCheckedAtTheLastMoment) {
  const fs::path target = folder_ / "out.nc";
  write(target, "old");
  std::vector<std::string> checked;
  PendingFile pending(target);
  write(pending.temporary(), "new");
  pending.take_over_target([&](const fs::path& path) { checked.push_back(read(path)); }, {});
  pending.commit();
  EXPECT_EQ(checked, std::vector<std::string>(2, "old"));
  EXPECT_EQ(read(target), "new");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(PendingFileTest, NotesThatAreRefusedLeaveTheOldFile) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may give files away";
  const fs::path target = folder_ / "out.nc";
  write(target, "old");
  fs::permissions(target, fs::perms{0666});
  fs::permissions(folder_, fs::perms{0777});
  ASSERT_EQ(::chown(target.c_str(), 1, 1), 0);
  test::as_nobody([&] {
    PendingFile pending(target);
    write(pending.temporary(), "new");
    pending.take_over_target(
        [](const fs::path& /*path*/) {},
        [](const std::string& note) { throw Error(ErrorCode::unsupported, note); });
    EXPECT_EQ(test::reason_of([&] { pending.commit(); }).substr(0, 40),
              "only its owner or root can keep the owne");
  });
  EXPECT_EQ(read(target), "old");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(PendingFileTest, WhatOthersWroteMeanwhileStays) {
  const fs::path target = folder_ / "out.nc";
  write(target, "old");
  {
    PendingFile pending(target);
    write(pending.temporary(), "new");
    const auto check = [&](const fs::path& path) {
      if (read(path) != "old") throw Error(ErrorCode::io, "is another file");
      write(folder_ / "other", "of another program");
      fs::rename(folder_ / "other", target);
    };
    pending.take_over_target(check, {});
    EXPECT_EQ(test::reason_of([&] { pending.commit(); }), "is another file");
  }
  EXPECT_EQ(read(target), "of another program");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(PendingFileTest, FileSystemsThatCannotSync) {
  const fs::path target = folder_ / "out.nc";
  test::with_refused({SYS_fsync}, EINVAL, [&] {
    PendingFile pending(target);
    write(pending.temporary(), "new");
    pending.commit();
    EXPECT_EQ(read(target), "new");
  });
}

TEST_F(PendingFileTest, ReplacesWhatALinkPointsTo) {
  write(folder_ / "real.nc", "old");
  fs::create_symlink("real.nc", folder_ / "link.nc");
  PendingFile pending(folder_ / "link.nc");
  write(pending.temporary(), "new");
  pending.commit();
  EXPECT_TRUE(fs::is_symlink(folder_ / "link.nc"));
  EXPECT_EQ(read(folder_ / "real.nc"), "new");
}

TEST_F(PendingFileTest, MakesWhatADanglingLinkPointsTo) {
  fs::create_symlink("absent.nc", folder_ / "link.nc");
  PendingFile pending(folder_ / "link.nc");
  write(pending.temporary(), "new");
  pending.commit();
  EXPECT_EQ(read(folder_ / "absent.nc"), "new");
}

TEST_F(PendingFileTest, NamesAMissingFolder) {
  const fs::path target = folder_ / "nodir" / "out.nc";
  EXPECT_EQ(message_for(target), target.string() + ": there is no folder '" +
                                     (folder_ / "nodir").string() + "'; create it first");
}

TEST_F(PendingFileTest, RefusesWhatIsNoFile) {
  EXPECT_EQ(message_for(folder_),
            folder_.string() + ": is a folder, not a file that can be replaced");
  const fs::path fifo = folder_ / "fifo";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(message_for(fifo), fifo.string() + ": is a FIFO, not a file that can be replaced");
  EXPECT_EQ(message_for("/dev/null"), "/dev/null: is a device, not a file that can be replaced");
}

TEST_F(PendingFileTest, RemovesWhatDeadRunsLeftAndNothingElse) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  const fs::path target = folder_ / "out.nc";
  const std::string dead = std::to_string(child);
  const std::string prefix = folder_ / temporary_prefix(target);
  const std::string other_target = folder_ / temporary_prefix(folder_ / "other.nc");
  const std::string removed = prefix + dead + "-0abc";
  const std::string kept[] = {
      prefix + std::to_string(::getppid()) + "-0abc",
      other_target + dead + "-0abc",
      folder_ / (".out.nc.ncf-01234567-" + dead + "-0abc"),  // of another machine
      folder_ / (".out.nc.ncf-" + dead + "-0abc"),
      prefix + dead,
      prefix + dead + "-",
      prefix + dead + "-notes.txt",
      prefix + dead + "-0ABC",
      prefix + dead + "-0abc1",
      prefix + dead + "-0abc-old.nc",
      prefix + "0-0abc",
      prefix + "-" + dead + "-0abc",
      prefix + "+" + dead + "-0abc",
  };
  write(removed, "half");
  for (const fs::path path : kept) write(path, "kept");
  const PendingFile pending(target);
  EXPECT_FALSE(fs::exists(removed));
  for (const fs::path path : kept) EXPECT_TRUE(fs::exists(path)) << path;
}

TEST_F(PendingFileTest, RemovesWhatAProcessLeftThatIsNotWaitedFor) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  const fs::path target = folder_ / "out.nc";
  const fs::path left =
      (folder_ / temporary_prefix(target)).string() + std::to_string(child) + "-0abc";
  write(left, "half");
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
  const PendingFile pending(target);
  EXPECT_FALSE(fs::exists(left));
  ::waitpid(child, nullptr, 0);
}

TEST_F(PendingFileTest, LongNamesFit) {
  const fs::path target = folder_ / std::string(255, 'n');
  PendingFile pending(target);
  write(pending.temporary(), "new");
  pending.commit();
  EXPECT_EQ(read(target), "new");
}

// Such a name is refused before the work, not when the file is renamed.
TEST_F(PendingFileTest, ANameNoFileCanHave) {
  const fs::path target = folder_ / std::string(256, 'n');
  EXPECT_EQ(message_for(target), target.string() + ": cannot read its status: File name too long");
}

TEST_F(PendingFileTest, AFolderOfSomebodyElse) {
  fs::permissions(folder_, fs::perms{0755});
  const fs::path target = folder_ / "out.nc";
  test::as_nobody([&] {
    EXPECT_EQ(message_for(target), target.string() + ": cannot write to folder '" +
                                       folder_.string() + "': Permission denied");
  });
}

TEST_F(PendingFileTest, ADiskWithoutTheRoomIsToldBeforehand) {
  const fs::path target = folder_ / "out.nc";
  PendingFile pending(target);
  write(pending.temporary(), "");
  test::with_refused({SYS_fallocate}, ENOSPC, [&] {
    const Error error = test::error_of([&] { pending.reserve(5000); });
    EXPECT_EQ(error.code(), ErrorCode::no_space);
    EXPECT_EQ(error.what(),
              target.string() + ": cannot take 5000 bytes of disk: No space left on device");
  });
}

TEST_F(PendingFileTest, RoomIsNotTakenWhereTheFileSystemCannot) {
  PendingFile pending(folder_ / "out.nc");
  write(pending.temporary(), "new");
  test::with_refused({SYS_fallocate}, EOPNOTSUPP, [&] { EXPECT_NO_THROW(pending.reserve(5000)); });
  pending.commit();
  EXPECT_EQ(read(folder_ / "out.nc"), "new");
}

TEST_F(PendingFileTest, WhatCannotTakeItsPlaceLeavesTheOldFile) {
  const fs::path target = folder_ / "out.nc";
  const struct {
    const test::Calls& calls;
    const char* message;
  } rows[] = {
      {test::chmod_calls, ": cannot keep the file's mode: Operation not permitted"},
      {test::rename_calls, ": cannot give the finished file its name: Operation not permitted"},
  };
  for (const auto& row : rows) {
    write(target, "old");
    test::with_refused(row.calls, EPERM, [&] {
      PendingFile pending(target);
      write(pending.temporary(), "new");
      EXPECT_EQ(test::reason_of([&] { pending.commit(); }), target.string() + row.message);
    });
    EXPECT_EQ(read(target), "old");
    EXPECT_EQ(entries(), 1U);
  }
}

TEST_F(PendingFileTest, ThereAreOnlySoManyAtATime) {
  std::vector<std::unique_ptr<PendingFile>> files;
  EXPECT_EQ(
      test::reason_of([&] {
        for (int i = 0; i < 2000; ++i) {
          files.push_back(std::make_unique<PendingFile>(folder_ / (std::to_string(i) + ".nc")));
        }
      }),
      "too many outputs at the same time");
  files.pop_back();
  EXPECT_NO_THROW(PendingFile(folder_ / "one.nc"));
}

TEST_F(PendingFileTest, UnfinishedOutputsCanBeRemovedAtOnce) {
  const PendingFile pending(folder_ / "out.nc");
  write(pending.temporary(), "half");
  base::remove_unfinished_outputs();
  EXPECT_EQ(entries(), 0U);
}

}  // namespace
}  // namespace ncf::base
