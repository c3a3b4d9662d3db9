// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/copy_journal.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string>

#include "ncf/error.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/refused_call.hpp"

namespace ncf::ops {
namespace {

CopyRecord record_of(const std::string& output, const std::string& input) {
  return {output, input, {{"deflate_level", 5}}, {1, 2, 3}, {4, -5, 0xFFFFFFFFFFFFFFFFU}};
}

CopyJournal open_in(const test::TemporaryFolder& folder) {
  return CopyJournal::open(folder.path()).value();
}

std::string input_of(CopyJournal& journal, const std::string& output) {
  const auto found = journal.find(output);
  return found ? found->record.input : "";
}

TEST(CopyJournal, TheLastRecordOfAnOutputHolds) {
  const test::TemporaryFolder folder;
  CopyJournal journal = open_in(folder);
  EXPECT_FALSE(journal.find("a.nc"));
  journal.add(record_of("a.nc", "first"));
  journal.add(record_of("b.nc", "other"));
  journal.add(record_of("a.nc", "second"));
  CopyJournal later = open_in(folder);
  for (CopyJournal* const reader : {&journal, &later}) {
    const auto found = reader->find("a.nc");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->record.input, "second");
    EXPECT_EQ(found->record.options, record_of("", "").options);
    EXPECT_EQ(found->record.input_state, record_of("", "").input_state);
    EXPECT_EQ(found->record.output_state, record_of("", "").output_state);
    EXPECT_EQ(found->is_recent, reader == &journal);
  }
  EXPECT_EQ(input_of(later, "b.nc"), "other");
}

TEST(CopyJournal, RunsSeeWhatOthersAdd) {
  const test::TemporaryFolder folder;
  CopyJournal one = open_in(folder);
  CopyJournal other = open_in(folder);
  EXPECT_FALSE(other.find("a.nc"));
  one.add(record_of("a.nc", "input"));
  const auto found = other.find("a.nc");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_recent);
}

TEST(CopyJournal, LinesThatAreNotWholeAreIgnored) {
  const test::TemporaryFolder folder;
  open_in(folder).add(record_of("a.nc", "whole"));
  const std::string path = folder / CopyJournal::file_name;
  for (const char* const torn : {R"({"output":"a.nc","inp)", "\n", "null\n", "7\n{}\n"}) {
    std::ofstream(path, std::ios::app) << torn;
    CopyJournal journal = open_in(folder);
    EXPECT_EQ(input_of(journal, "a.nc"), "whole");
    journal.add(record_of("b.nc", torn));
    EXPECT_EQ(input_of(journal, "b.nc"), torn);
    CopyJournal later = open_in(folder);
    EXPECT_EQ(input_of(later, "b.nc"), torn);
  }
}

TEST(CopyJournal, NamesThatAreNotUtf8AreFound) {
  const test::TemporaryFolder folder;
  CopyJournal journal = open_in(folder);
  journal.add(record_of("\xFFx.nc", "input"));
  EXPECT_EQ(input_of(journal, "\xFFx.nc"), "input");
}

TEST(CopyJournal, AnOutputIsLockedByOneRun) {
  const test::TemporaryFolder folder;
  CopyJournal one = open_in(folder);
  CopyJournal other = open_in(folder);
  EXPECT_TRUE(one.try_lock("a.nc"));
  EXPECT_FALSE(other.try_lock("a.nc"));
  EXPECT_TRUE(other.try_lock("b.nc"));
  one.unlock("a.nc");
  EXPECT_TRUE(other.try_lock("a.nc"));
}

TEST(CopyJournal, LocksVanishWithTheProcess) {
  const test::TemporaryFolder folder;
  CopyJournal journal = open_in(folder);
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    CopyJournal other = open_in(folder);
    const bool is_locked = other.try_lock("a.nc");
    (void)!::write(ready[1], is_locked ? "1" : "0", 1);
    ::pause();
    ::_exit(0);
  }
  char is_locked = '\0';
  ASSERT_EQ(::read(ready[0], &is_locked, 1), 1);
  EXPECT_EQ(is_locked, '1');
  EXPECT_FALSE(journal.try_lock("a.nc"));
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(journal.try_lock("a.nc"));
}

TEST(CopyJournal, FileSystemsWithoutLocksAreKnown) {
  const test::TemporaryFolder folder;
  test::with_refused({SYS_fcntl}, ENOLCK, [&] {
    CopyJournal journal = open_in(folder);
    EXPECT_TRUE(journal.try_lock("a.nc"));
    EXPECT_TRUE(journal.has_no_locks());
    journal.add(record_of("a.nc", "input"));
    EXPECT_EQ(input_of(journal, "a.nc"), "input");
  });
}

TEST(CopyJournal, OneRefusedLockIsNotAFileSystemWithoutLocks) {
  const test::TemporaryFolder folder;
  CopyJournal one = open_in(folder);
  test::with_refused({SYS_fcntl}, ENOLCK, [&] { EXPECT_TRUE(one.try_lock("a.nc")); });
  EXPECT_FALSE(one.has_no_locks());
  CopyJournal other = open_in(folder);
  EXPECT_TRUE(other.try_lock("b.nc"));
  EXPECT_FALSE(one.try_lock("b.nc"));
}

TEST(CopyJournal, ThatOfAnotherUserIsLeftAlone) {
  const test::TemporaryFolder folder;
  for (const int error : {EACCES, EPERM, EROFS}) {
    test::with_refused({SYS_openat}, error,
                       [&] { EXPECT_FALSE(CopyJournal::open(folder.path())); });
  }
}

TEST(CopyJournal, ALinkIsNotFollowed) {
  const test::TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder / CopyJournal::file_name);
  EXPECT_EQ(test::reason_of([&] { (void)CopyJournal::open(folder.path()); }),
            (folder / CopyJournal::file_name).string() + ": Too many levels of symbolic links");
}

}  // namespace
}  // namespace ncf::ops
