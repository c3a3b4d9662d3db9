// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/stop.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "ncf/copy.hpp"
#include "ncf/dump.hpp"
#include "ncf/generate.hpp"
#include "ncf/info.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf {
namespace {

TEST(Stop, EndsOneCallAndNotTheNext) {
  const test::TemporaryFolder folder;
  StopSource stop;
  stop.request_stop();
  GenerateOptions made;
  made.input = (folder / "in.cdl").string();
  made.output = (folder / "in.nc").string();
  std::ofstream(made.input) << "netcdf in { dimensions: x = 3 ; variables: int v(x) ; "
                               "data: v = 1, 2, 3 ; }";
  made.stop = &stop;
  EXPECT_EQ(test::error_of([&] { generate(made); }).code(), ErrorCode::interrupted);
  EXPECT_FALSE(std::filesystem::exists(*made.output));
  made.stop = nullptr;
  generate(made);

  CopyOptions copied;
  copied.input = *made.output;
  copied.output = (folder / "out.nc").string();
  copied.stop = &stop;
  EXPECT_EQ(test::error_of([&] { copy(copied); }).code(), ErrorCode::interrupted);
  EXPECT_EQ(test::error_of([&] { plan_copy(copied); }).code(), ErrorCode::interrupted);
  EXPECT_FALSE(std::filesystem::exists(copied.output));
  const StopSource other;
  copied.stop = &other;
  copy(copied);
  EXPECT_TRUE(std::filesystem::exists(copied.output));

  DumpOptions dumped;
  dumped.input = copied.output;
  dumped.stop = &stop;
  EXPECT_EQ(test::error_of([&] { dump(dumped, [](std::string_view) {}); }).code(),
            ErrorCode::interrupted);

  InspectOptions inspected;
  inspected.stop = &stop;
  EXPECT_EQ(test::error_of([&] { inspect_file(copied.output, inspected); }).code(),
            ErrorCode::interrupted);
}

}  // namespace
}  // namespace ncf
