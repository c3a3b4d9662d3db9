// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Copies that replace their input.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "ncf/copy.hpp"
#include "ncf/generate.hpp"
#include "support/files.hpp"
#include "support/refused_call.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;

TEST(InPlace, ReportsAllNotesThatItTells) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may give files away";
  const test::TemporaryFolder folder;
  const fs::path file = folder / "in.nc";
  std::ofstream(folder / "in.cdl")
      << "netcdf in { dimensions: x = 3 ; variables: int v(x) ; data: v = 1, 2, 3 ; }";
  GenerateOptions generated;
  generated.input = (folder / "in.cdl").string();
  generated.output = file.string();
  generate(generated);
  fs::permissions(folder.path(), fs::perms{0777});
  fs::permissions(file, fs::perms{0666});
  ASSERT_EQ(::chown(file.c_str(), 1, 1), 0);
  CopyOptions options;
  options.input = options.output = file.string();
  options.in_place = true;
  std::vector<std::string> told;
  CopyReport report;
  test::as_nobody(
      [&] { report = copy(options, [&](const std::string& note) { told.push_back(note); }); });
  EXPECT_EQ(told.size(), 1U);
  EXPECT_EQ(report.plan.notes, told);
}

}  // namespace
}  // namespace ncf::ops
