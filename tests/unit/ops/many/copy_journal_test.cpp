// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/copy_journal.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "ncf/error.hpp"
#include "ops/select/input_files.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/refused_call.hpp"

namespace ncf::ops {
namespace {

JournalLine record_of(const std::string& output, const std::string& input) {
  JournalLine line;
  line.name = output;
  line.file.output = "/out/" + output;
  line.file.input = input;
  line.file.options = R"({"deflate":5})";
  line.input_state = {1, 2, 3, 4};
  line.output_state = {5, -6, 7, 0xFFFFFFFFFFFFFFFFU};
  return line;
}

CopyJournal open_in(const test::TemporaryFolder& folder) {
  return CopyJournal::open_in(folder.path()).value();
}

std::string input_of(CopyJournal& journal, const std::string& output) {
  const auto* const found = journal.find(output);
  return found != nullptr ? found->line.file.input : "";
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
    const auto* const found = reader->find("a.nc");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->line.file.input, "second");
    EXPECT_EQ(found->line.file.options, record_of("", "").file.options);
    EXPECT_EQ(found->line.input_state, record_of("", "").input_state);
    EXPECT_EQ(found->line.output_state, record_of("", "").output_state);
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
  const auto* const found = other.find("a.nc");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->is_recent);
}

TEST(CopyJournal, LinesThatAreNotWholeAreIgnored) {
  const test::TemporaryFolder folder;
  open_in(folder).add(record_of("a.nc", "whole"));
  const std::string path = folder / folder_record_name;
  for (const char* const torn :
       {R"({"time":"2026-01-01T00:00:00Z","outc)", "\n", "null\n", "7\n{}\n"}) {
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
                       [&] { EXPECT_FALSE(CopyJournal::open_in(folder.path())); });
  }
}

// A FIFO or a device would take lines and keep none of them.
TEST(CopyJournal, IsAnOrdinaryFile) {
  const std::function<void(const std::string&)> makers[] = {
      [](const std::string& path) { std::filesystem::create_symlink("/dev/full", path); },
      [](const std::string& path) { std::filesystem::create_directory(path); },
      [](const std::string& path) { ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0); }};
  for (const auto& make : makers) {
    const test::TemporaryFolder folder;
    const std::string path = folder / folder_record_name;
    make(path);
    EXPECT_EQ(test::reason_of([&] { (void)CopyJournal::open_in(folder.path()); }),
              path +
                  ": is not an ordinary file, as ncfcopy's record of its copies must be; remove "
                  "it, or copy into another folder");
  }
}

std::size_t count_lines(const std::string& path) {
  std::ifstream file(path);
  std::size_t count = 0;
  for (std::string line; std::getline(file, line);) ++count;
  return count;
}

TEST(CopyJournal, LosesLinesThatNoLongerHoldWhenItIsOpened) {
  const test::TemporaryFolder folder;
  const std::string path = folder / folder_record_name;
  {
    CopyJournal journal = open_in(folder);
    journal.add(record_of("other.nc", "other"));
    for (const char* const input : {"1", "2", "3", "4"}) journal.add(record_of("a.nc", input));
    // A second run, which shares the locks and lines of the first.
    CopyJournal beside = open_in(folder);
    EXPECT_EQ(count_lines(path), 5);
    EXPECT_TRUE(journal.try_lock("a.nc"));
    EXPECT_FALSE(beside.try_lock("a.nc"));
  }
  CopyJournal alone = open_in(folder);
  EXPECT_EQ(count_lines(path), 2);
  EXPECT_EQ(input_of(alone, "a.nc"), "4");
  EXPECT_EQ(input_of(alone, "other.nc"), "other");
  EXPECT_FALSE(alone.find("a.nc")->is_recent);
  CopyJournal beside = open_in(folder);
  EXPECT_TRUE(alone.try_lock("a.nc"));
  EXPECT_FALSE(beside.try_lock("a.nc"));
  alone.add(record_of("b.nc", "new"));
  EXPECT_EQ(input_of(beside, "b.nc"), "new");
  std::size_t entries = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    ++entries;
  }
  EXPECT_EQ(entries, 1);
}

TEST(CopyJournal, OfAUserKeepsAllLines) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "run.jsonl";
  JournalLine failed = record_of("a.nc", "input");
  failed.file.outcome = FileCopy::Outcome::failed;
  for (int i = 0; i < 5; ++i) CopyJournal::open(path).add(record_of("a.nc", "input"));
  CopyJournal::open(path).add(failed);
  EXPECT_EQ(count_lines(path), 6);
  CopyJournal journal = CopyJournal::open(path);
  EXPECT_EQ(input_of(journal, "/out/a.nc"), "input");
}

TEST(CopyJournal, OfAUserIsNoOtherFile) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "a.nc";
  std::ofstream(path) << "CDF";
  EXPECT_EQ(test::reason_of([&] { (void)CopyJournal::open(path); }),
            path + ": is not a journal of ncfcopy; choose another file");
  EXPECT_EQ(test::reason_of([] { (void)CopyJournal::open("/dev/null"); }),
            "/dev/null: is not a regular file; a journal must be one");
  // A killed run may leave an incomplete line.
  std::ofstream(path) << R"({"ti)";
  CopyJournal::open(path).add(record_of("a.nc", "input"));
  CopyJournal journal = CopyJournal::open(path);
  EXPECT_EQ(input_of(journal, "/out/a.nc"), "input");
}

TEST(CopyJournal, IsReadWithTheLinesThatItHas) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "run.jsonl";
  EXPECT_FALSE(CopyJournal::open_to_read(path, CopyJournal::Kind::kept));
  CopyJournal::open(path).add(record_of("a.nc", "input"));
  auto journal = CopyJournal::open_to_read(path, CopyJournal::Kind::kept);
  CopyJournal::open(path).add(record_of("a.nc", "later"));
  ASSERT_TRUE(journal);
  EXPECT_EQ(input_of(*journal, "/out/a.nc"), "input");
  EXPECT_EQ(input_of(*journal, "a.nc"), "");
}

// ---- Lines ----

JournalLine copied_line() {
  JournalLine line;
  line.file.input = "/data/a.nc";
  line.file.output = "/packed/a.nc";
  line.name = "a.nc";
  line.file.input_bytes = 4'000'000'000'000;
  line.file.output_bytes = 7;
  line.file.notes = {"a note"};
  line.file.options = R"({"deflate":1})";
  line.file.seconds = 1.5;
  line.file.verified = true;
  line.file.input_sha256 = "12";
  line.file.output_sha256 = "34";
  line.file.ended = std::chrono::system_clock::from_time_t(1'800'000'000);
  line.input_state = base::FileState{1, -2, 3, 4};
  line.output_state = base::FileState{5, 6, 7, 0xFFFFFFFFFFFFFFFFU};
  return line;
}

/// Expects that the text is one line with the same meaning.
void expect_same_when_parsed(const JournalLine& line) {
  const std::string text = format_journal_line(line);
  EXPECT_EQ(text.find('\n'), text.size() - 1) << text;
  const auto parsed = parse_journal_line(text.substr(0, text.size() - 1));
  ASSERT_TRUE(parsed) << text;
  EXPECT_EQ(format_journal_line(*parsed), text);
  EXPECT_EQ(parsed->file.input, line.file.input);
  EXPECT_EQ(parsed->file.output, line.file.output);
  EXPECT_EQ(parsed->name, line.name);
}

TEST(JournalLine, IsOneObject) {
  EXPECT_EQ(format_journal_line(copied_line()),
            R"({"time":"2027-01-15T08:00:00Z","outcome":"copied","input":"/data/a.nc",)"
            R"("output":"/packed/a.nc","name":"a.nc","input_bytes":4000000000000,"output_bytes":7,)"
            R"("input_sha256":"12","output_sha256":"34","seconds":1.500,"verified":true,)"
            R"("notes":["a note"],"options":{"deflate":1},)"
            R"("input_state":{"bytes":1,"modified":-2,"changed":3,"checksum":"0000000000000004"},)"
            R"("output_state":{"bytes":5,"modified":6,"changed":7,"checksum":"ffffffffffffffff"}})"
            "\n");
}

TEST(JournalLine, IsParsedBack) {
  expect_same_when_parsed(copied_line());
  JournalLine failed;
  failed.file.outcome = FileCopy::Outcome::failed;
  failed.file.failure = "a.nc: no such file";
  failed.file.failure_kind = "not found";
  expect_same_when_parsed(failed);
  failed.file.outcome = FileCopy::Outcome::skipped;
  expect_same_when_parsed(failed);
}

TEST(JournalLine, KeepsAnyName) {
  JournalLine line = copied_line();
  for (const char* const name : {"two\nlines", "latin\xE9.nc", "\"quoted\\", "\xF0\x9F\x8C\x8D\t",
                                 "half \xED\xB3\xA9", "\x7F\x1B"}) {
    line.file.input = std::string("/data/") + name;
    line.file.output = std::string("/packed/") + name;
    line.name = name;
    expect_same_when_parsed(line);
  }
}

TEST(JournalLine, AnythingElseIsNoLine) {
  const std::string text = format_journal_line(copied_line());
  for (std::size_t size = 0; size + 2 < text.size(); ++size) {
    EXPECT_FALSE(parse_journal_line(text.substr(0, size))) << size;
  }
  for (const char* const other :
       {"7", "null", "[]", "{}", R"({"time":7})", R"({"time":"now","outcome":"copied"})"}) {
    EXPECT_FALSE(parse_journal_line(other)) << other;
  }
}

}  // namespace
}  // namespace ncf::ops
