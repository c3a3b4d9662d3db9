// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A program may close libhdf5, which restarts at the next call: none of our ids and registrations
// survives that.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <fstream>
#include <string>

#include "ncf/copy.hpp"
#include "ncf/dump.hpp"
#include "ncf/generate.hpp"
#include "support/files.hpp"

namespace ncf {
namespace {

class LibraryRestart : public testing::Test {
 protected:
  void SetUp() override {
    GenerateOptions options;
    options.input = (folder_ / "in.cdl").string();
    options.output = file("in.nc");
    std::ofstream(options.input) << "netcdf in { dimensions: x = 6 ; variables: int v(x) ; "
                                    "v:_ChunkSizes = 2 ; v:_Filter = \"2|307,9\" ; "
                                    "data: v = 1, 2, 3, 4, 5, 6 ; }";
    generate(options);
  }

  [[nodiscard]] std::string file(const char* name) const { return (folder_ / name).string(); }

  /// Returns the text of the copy, which passed through or was encoded anew.
  [[nodiscard]] std::string copied(const char* name, std::vector<FilterText> filters) const {
    CopyOptions options;
    options.input = file("in.nc");
    options.output = file(name);
    options.filters = std::move(filters);
    copy(options);
    std::string text;
    dump_variable(options.output, "v", [&](std::string_view piece) { text += piece; });
    return text;
  }

  test::TemporaryFolder folder_;
};

TEST_F(LibraryRestart, CopiesAreTheSameBeforeAndAfter) {
  for (int round = 0; round < 3; ++round) {
    for (const std::vector<FilterText>& filters :
         {std::vector<FilterText>{}, {"v,zstd,3"}, {"none"}}) {
      EXPECT_EQ(copied("out.nc", filters), "\n v = 1, 2, 3, 4, 5, 6 ;\n");
    }
    ASSERT_GE(H5close(), 0);
  }
}

}  // namespace
}  // namespace ncf
