// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/copy_journal.hpp"

#include <gtest/gtest.h>

namespace ncf::ops {
namespace {

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
