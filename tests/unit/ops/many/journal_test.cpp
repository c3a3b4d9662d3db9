// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/journal.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "ops/many/copy_journal.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf {
namespace {

using Outcome = FileCopy::Outcome;

std::string line_of(const std::string& name, Outcome outcome, const std::string& kind = "") {
  FileCopy file;
  file.input = "/in/" + name;
  file.output = "/out/" + name;
  file.outcome = outcome;
  file.failure_kind = kind;
  file.input_bytes = outcome == Outcome::failed ? 0 : 3000;
  file.output_bytes = outcome == Outcome::failed ? 0 : 1000;
  file.seconds = 1;
  if (outcome == Outcome::copied) file.output_sha256 = "12";
  return ops::format_journal_line({file, name, {}, {}});
}

TEST(Journal, TheLastLineOfAFileCounts) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "run.jsonl";
  std::ofstream(path) << line_of("a.nc", Outcome::failed, "io") << line_of("b.nc", Outcome::copied)
                      << line_of("c.nc", Outcome::failed, "corrupt")
                      << line_of("d.nc", Outcome::skipped) << line_of("a.nc", Outcome::copied)
                      << line_of("b.nc", Outcome::skipped)
                      << line_of("e.nc", Outcome::failed, "crash")
                      << line_of("f.nc", Outcome::failed, "corrupt") << R"({"time":"2026)";
  const CopyManyReport report = read_journal(path);
  EXPECT_EQ(format_summary(report),
            "copied: 6.0 kB became 2.0 kB, a ratio of 3.00\n"
            "skipped: 3.0 kB became 1.0 kB, a ratio of 3.00\n"
            "failed: 2 corrupt, 1 crash\n"
            "2 copied, 1 skipped, 3 failed, in 8.00 s\n");
  EXPECT_EQ(format_sums(report, SumsOf::outputs), "12  /out/a.nc\n12  /out/b.nc\n");
  EXPECT_EQ(format_sums(report, SumsOf::inputs), "");
}

TEST(Journal, OtherFilesAreNone) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "other";
  std::ofstream(path) << "no journal\n";
  EXPECT_EQ(test::reason_of([&] { (void)read_journal(path); }),
            path + ": is not a journal of ncfcopy");
  std::ofstream(path, std::ios::trunc);
  EXPECT_EQ(format_summary(read_journal(path)), "0 copied, 0 skipped, 0 failed, in 0.00 s\n");
}

TEST(Journal, ListsTheSameFailureOnce) {
  CopyManyReport report;
  const auto fail = [&](const std::string& name, const std::string& failure) {
    FileCopy& file = report.files.emplace_back();
    file.outcome = FileCopy::Outcome::failed;
    file.input = "/in/" + name;
    file.output = "/out/" + name;
    file.failure = failure;
  };
  const std::string missing = ": variable /t2m: zstd is not available\n  searched: here";
  fail("2019/a.nc", "in/2019/a.nc" + missing);
  fail("b.nc", "in/b.nc: no such file");
  fail("c.nc", "out/c.nc: no space left");
  fail("a", "a: a bad file");
  for (const char* const name : {"d.nc", "e.nc", "f.nc", "g.nc", "h.nc", "i.nc", "j.nc"}) {
    fail(name, std::string("in/") + name + missing);
  }
  EXPECT_EQ(
      list_failures(report),
      (std::vector<std::string>{
          "in/2019/a.nc" + missing +
              "\n  for the same reason: /in/d.nc, /in/e.nc, /in/f.nc, /in/g.nc, /in/h.nc and 2 "
              "more",
          "in/b.nc: no such file", "out/c.nc: no space left", "a: a bad file"}));
}

}  // namespace
}  // namespace ncf
