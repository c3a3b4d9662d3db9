// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/output/pending_output.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <string>

#include "base/output/temporary_name.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/refused_call.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> always(const fs::path& /*folder*/) { return std::nullopt; }
std::optional<std::string> never(const fs::path& /*folder*/) { return "is kept"; }

class PendingFolderTest : public testing::Test {
 protected:
  [[nodiscard]] std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(place_.path()), fs::directory_iterator()));
  }

  /// Fills a folder with a file deep in it and a link out of it.
  void fill(const fs::path& folder, const std::string& text) {
    fs::create_directories(folder / "a/b");
    std::ofstream(folder / "a/b/file") << text;
    fs::create_symlink(place_ / "outside", folder / "link");
  }

  static std::string read(const fs::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  /// Returns the path that a killed run on "out" leaves.
  [[nodiscard]] fs::path left_by_killed_run(const std::string& suffix) const {
    constexpr const char* above_the_largest_pid = "4194304";
    return place_ / (temporary_prefix(place_ / "out") + above_the_largest_pid + "-0000" + suffix);
  }

  static std::string message_for(const fs::path& target, const PendingFolder::WhyKept& why_kept) {
    return test::refusal_of([&] { const PendingFolder pending(target, why_kept); });
  }

  test::TemporaryFolder place_;
};

TEST_F(PendingFolderTest, TakesThePlaceOfAnother) {
  const fs::path target = place_ / "out";
  fs::create_directory(place_ / "outside");
  std::ofstream(place_ / "outside/kept") << "kept";
  fill(target, "old");
  fs::permissions(target, fs::perms::owner_all);
  PendingFolder pending(target.string() + "/", always);
  fill(pending.temporary(), "new");
  EXPECT_EQ(read(target / "a/b/file"), "old");
  pending.commit();
  EXPECT_EQ(read(target / "a/b/file"), "new");
  EXPECT_EQ(fs::status(target).permissions(), fs::perms::owner_all);
  EXPECT_EQ(read(place_ / "outside/kept"), "kept");
  EXPECT_EQ(entries(), 2U);
}

TEST_F(PendingFolderTest, AppearsWhereNothingWas) {
  PendingFolder pending(place_ / "out", never);
  fill(pending.temporary(), "new");
  pending.commit();
  EXPECT_EQ(read(place_ / "out/a/b/file"), "new");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(PendingFolderTest, AllInItIsReadByThoseOnlyWhoMayReadTheSource) {
  PendingFolder pending(place_ / "out", never);
  EXPECT_EQ(fs::status(pending.temporary()).permissions(), fs::perms::owner_all);
  fill(pending.temporary(), "new");
  fs::permissions(pending.temporary() / "a", fs::perms{0755});
  fs::permissions(pending.temporary() / "a/b/file", fs::perms{0664});
  pending.limit_readers({0640, {}, {}, ::getegid()});
  pending.commit();
  EXPECT_EQ(fs::status(place_ / "out").permissions(), fs::perms{0750});
  EXPECT_EQ(fs::status(place_ / "out/a").permissions(), fs::perms{0750});
  EXPECT_EQ(fs::status(place_ / "out/a/b/file").permissions(), fs::perms{0640});
}

TEST_F(PendingFolderTest, AllInItGetsThePreservedMode) {
  const struct {
    mode_t source;
    mode_t other;  ///< of another file with values
    mode_t folder;
    mode_t inner_folder;
    mode_t file;
  } rows[] = {
      {0664, 0666, 0775, 0775, 0664},
      {0444, 0666, 0555, 0555, 0444},
      {0664, 0600, 0700, 0700, 0600},
      {0040, 0666, 0050, 0550, 0040},  // their owner must enter folders to finish what is in them
  };
  for (const auto& row : rows) {
    const fs::path out = place_ / fmt::format("{:o}_{:o}", row.source, row.other);
    PendingFolder pending(out, never);
    fill(pending.temporary(), "new");
    fs::permissions(pending.temporary() / "a", fs::perms{0755});
    fs::permissions(pending.temporary() / "a/b/file", fs::perms{0600});
    pending.limit_readers({row.other, {}, {}, ::getegid()});
    pending.preserve({row.source, {}, {}, ::getegid()});
    pending.commit();
    EXPECT_EQ(fs::status(out).permissions(), fs::perms{row.folder}) << out;
    fs::permissions(out, fs::perms{0755});
    EXPECT_EQ(fs::status(out / "a").permissions(), fs::perms{row.inner_folder}) << out;
    EXPECT_EQ(fs::status(out / "a/b/file").permissions(), fs::perms{row.file}) << out;
    fs::permissions(out / "a", fs::perms{0755});
    fs::permissions(out / "a/b", fs::perms{0755});
  }
}

TEST_F(PendingFolderTest, PreservesTheTimesOfAllInIt) {
  PendingFolder pending(place_ / "out", never);
  fill(pending.temporary(), "new");
  pending.preserve({0640, {100, 0}, {200, 0}, ::getegid()});
  pending.commit();
  for (const char* const name : {"out", "out/a", "out/a/b/file"}) {
    struct stat status {};
    ASSERT_EQ(::stat((place_ / name).c_str(), &status), 0);
    EXPECT_EQ(status.st_mtim.tv_sec, 200) << name;
  }
  EXPECT_EQ(fs::status(place_ / "out").permissions(), fs::perms{0750});
}

TEST_F(PendingFolderTest, WhatTheDiskDoesNotTakeLeavesTheOldFolder) {
  const fs::path target = place_ / "out";
  fill(target, "old");
  test::with_refused({SYS_fsync}, EIO, [&] {
    PendingFolder pending(target, always);
    fill(pending.temporary(), "new");
    EXPECT_TRUE(test::reason_of([&] {
                  pending.commit();
                }).ends_with(": cannot flush it to disk: Input/output error"));
  });
  EXPECT_EQ(read(target / "a/b/file"), "old");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(PendingFolderTest, LeavesNothingUncommitted) {
  fs::create_directory(place_ / "outside");
  std::ofstream(place_ / "outside/kept") << "kept";
  {
    const PendingFolder pending(place_ / "out", never);
    fill(pending.temporary(), "new");
  }
  EXPECT_EQ(entries(), 1U);
  const PendingFolder pending(place_ / "out", never);
  fill(pending.temporary(), "new");
  base::remove_unfinished_outputs();
  EXPECT_EQ(entries(), 1U);
  EXPECT_EQ(read(place_ / "outside/kept"), "kept");
}

// Neither the stack nor the number of open files limits what can be removed.
TEST_F(PendingFolderTest, LeavesNothingHoweverDeep) {
  const fs::path before = fs::current_path();
  const PendingFolder pending(place_ / "out", never);
  fs::create_directory(pending.temporary());
  fs::current_path(pending.temporary());
  for (int depth = 0; depth < 150; ++depth) {
    fs::create_directory("d");
    std::ofstream("file") << "new";
    fs::current_path("d");
  }
  fs::current_path(before);
  base::remove_unfinished_outputs();
  EXPECT_EQ(entries(), 0U);
}

TEST_F(PendingFolderTest, TheLastOfTwoRunsIsThere) {
  PendingFolder first(place_ / "out", always);
  PendingFolder second(place_ / "out", always);
  PendingFolder third(place_ / "out", never);
  fill(first.temporary(), "first");
  fill(second.temporary(), "second");
  fill(third.temporary(), "third");
  first.commit();
  second.commit();
  EXPECT_EQ(read(place_ / "out/a/b/file"), "second");
  EXPECT_THROW(third.commit(), Error);
  EXPECT_EQ(read(place_ / "out/a/b/file"), "second");
}

TEST_F(PendingFolderTest, ModesKeepNoFolderFromBeingReplaced) {
  const fs::path target = place_ / "out";
  constexpr auto read_only = fs::perms::owner_read | fs::perms::owner_exec;
  fill(target, "old");
  fs::permissions(target / "a/b", read_only);
  fs::permissions(target, read_only);
  PendingFolder pending(target, always);
  fill(pending.temporary(), "new");
  pending.commit();
  EXPECT_EQ(read(target / "a/b/file"), "new");
  EXPECT_EQ(fs::status(target).permissions(), read_only);
  EXPECT_EQ(entries(), 1U);
  fs::permissions(target, fs::perms::owner_all);
}

// Not all file systems can exchange folders in one step.
TEST_F(PendingFolderTest, TakesThePlaceOfAnotherInSteps) {
  const fs::path target = place_ / "out";
  fill(target, "old");
  fs::permissions(target, fs::perms::owner_all);
  for (const int error : {ENOSYS, EINVAL}) {
    test::with_refused({SYS_renameat2}, error, [&] {
      PendingFolder pending(target, always);
      fill(pending.temporary(), "new" + std::to_string(error));
      pending.commit();
      EXPECT_EQ(read(target / "a/b/file"), "new" + std::to_string(error));
    });
    EXPECT_EQ(fs::status(target).permissions(), fs::perms::owner_all);
    EXPECT_EQ(entries(), 1U);
  }
}

TEST_F(PendingFolderTest, WhatCannotTakeItsPlaceLeavesTheOldFolder) {
  const fs::path target = place_ / "out";
  fill(target, "old");
  const auto message = [&] {
    PendingFolder pending(target, always);
    fill(pending.temporary(), "new");
    return test::reason_of([&] { pending.commit(); });
  };
  test::with_refused(test::chmod_calls, EPERM, [&] {
    EXPECT_EQ(message(),
              target.string() + ": cannot keep the folder's mode: Operation not permitted");
  });
  test::with_refused(test::rename_calls, EPERM, [&] {
    EXPECT_EQ(message(), target.string() +
                             ": cannot give the finished folder its name: Operation not permitted");
  });
  test::with_refused(test::rename_calls, EINVAL, [&] {
    EXPECT_EQ(message(), target.string() + ": cannot move the old folder aside: Invalid argument");
  });
  EXPECT_EQ(read(target / "a/b/file"), "old");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(PendingFolderTest, ANameThatCannotBeGiven) {
  PendingFolder pending(place_ / "out", never);
  fill(pending.temporary(), "new");
  test::with_refused(test::rename_calls, EPERM, [&] {
    EXPECT_EQ(test::reason_of([&] { pending.commit(); }),
              (place_ / "out").string() +
                  ": cannot give the finished folder its name: Operation not permitted");
  });
  EXPECT_FALSE(fs::exists(place_ / "out"));
}

TEST_F(PendingFolderTest, AFolderOfSomebodyElse) {
  const fs::path target = place_ / "out";
  fill(target, "old");
  fs::permissions(place_.path(), fs::perms::all);
  fs::permissions(target, fs::perms{0755});
  test::as_nobody([&] {
    EXPECT_EQ(message_for(target, always),
              target.string() + ": cannot remove the old folder: Permission denied");
  });
}

TEST_F(PendingFolderTest, RemovesWhatAKilledRunLeft) {
  const fs::path left = left_by_killed_run("");
  fill(left, "left");
  const PendingFolder pending(place_ / "out", never);
  EXPECT_FALSE(fs::exists(left));
  EXPECT_EQ(entries(), 1U);  // the new one
}

TEST_F(PendingFolderTest, GivesAFolderMovedAsideItsPlaceBack) {
  fill(left_by_killed_run(""), "finished");
  fill(left_by_killed_run("-old"), "old");
  EXPECT_EQ(message_for(place_ / "out", never), (place_ / "out").string() + ": is kept");
  EXPECT_EQ(read(place_ / "out/a/b/file"), "old");
  EXPECT_EQ(entries(), 1U);
}

// The parent process does this at once when a process is killed between the steps.
TEST_F(PendingFolderTest, AnUnfinishedExchangeGivesTheOldFolderItsPlaceBack) {
  const fs::path target = place_ / "out";
  fill(target, "old");
  const PendingFolder pending(target, always);
  fill(pending.temporary(), "new");
  const fs::path aside = pending.temporary().native() + std::string(aside_suffix);
  fs::rename(target, aside);
  remove_unfinished_outputs();
  EXPECT_EQ(read(target / "a/b/file"), "old");
  EXPECT_EQ(entries(), 1U);
  fs::rename(target, aside);
  fill(target, "new");
  remove_unfinished_outputs();
  EXPECT_EQ(read(target / "a/b/file"), "new");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(PendingFolderTest, RemovesAFolderMovedAsideWhoseReplacementIsThere) {
  fill(left_by_killed_run("-old"), "old");
  fill(place_ / "out", "finished");
  const PendingFolder pending(place_ / "out", always);
  EXPECT_EQ(read(place_ / "out/a/b/file"), "finished");
  EXPECT_EQ(entries(), 2U);
}

TEST_F(PendingFolderTest, ReplacesOnlyWhatItMay) {
  const std::string target = place_ / "out";
  fs::create_directory(target);
  EXPECT_EQ(message_for(target, never), "accepted");
  fill(target, "mine");
  EXPECT_EQ(message_for(target, never), target + ": is kept");
  EXPECT_EQ(read(target + "/a/b/file"), "mine");
  fs::create_symlink(target, place_ / "link");
  EXPECT_EQ(message_for(place_ / "link", never),
            (place_ / "link").string() + " (a link): " + target + ": is kept");
  std::ofstream(place_ / "file") << "";
  EXPECT_EQ(message_for(place_ / "file", always), (place_ / "file").string() +
                                                      ": is a file, not a folder that can be "
                                                      "replaced");
  EXPECT_EQ(message_for(place_ / "no/out", always),
            (place_ / "no/out").string() + ": there is no folder '" + (place_ / "no").string() +
                "'; create it first");
}

}  // namespace
}  // namespace ncf::base
