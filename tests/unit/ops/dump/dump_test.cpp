// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/dump.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "ncf/error.hpp"
#include "ncf/generate.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf {
namespace {

/// A file of a few variables, two of which have the same name.
class Dump : public testing::Test {
 protected:
  void SetUp() override {
    GenerateOptions options;
    options.input = (folder_ / "in.cdl").string();
    options.output = file_;
    std::ofstream(options.input) << "netcdf in { dimensions: x = 3 ; variables: int v(x), w ; "
                                    "data: v = 1, 2, 3 ; w = 4 ; "
                                    "group: g { variables: int w ; data: w = 5 ; } }";
    generate(options);
  }

  [[nodiscard]] std::string text_of(const std::string& variable) const {
    std::string text;
    dump_variable(file_, variable, [&](std::string_view piece) { text += piece; });
    return text;
  }

  test::TemporaryFolder folder_;
  std::string file_ = (folder_ / "in.nc").string();
};

TEST_F(Dump, TheHeaderHasNoValues) {
  EXPECT_EQ(format_header(file_),
            "netcdf in {\ndimensions:\n\tx = 3 ;\nvariables:\n\tint v(x) ;\n\tint w ;\n\n"
            "group: g {\n  variables:\n  \tint w ;\n  } // group g\n}\n");
}

TEST_F(Dump, AHeaderWithoutADamagedVariableIsAnError) {
  const std::filesystem::path store = folder_ / "in.zarr";
  std::filesystem::create_directories(store / "v");
  std::ofstream(store / ".zgroup") << R"({"zarr_format": 2})";
  std::ofstream(store / "v/.zarray") << R"({"zarr_format": 2, "shape": [4],)";
  const std::string reason =
      test::reason_of([&] { (void)format_header(store.string()); }, ErrorCode::corrupt);
  EXPECT_TRUE(reason.starts_with(store.string() + ": /v cannot be read: ")) << reason;
}

TEST_F(Dump, AVariableIsNamedByItsPathOrTheEndOfIt) {
  EXPECT_EQ(text_of("v"), "\n v = 1, 2, 3 ;\n");
  EXPECT_EQ(text_of("/w"), "\n w = 4 ;\n");
  EXPECT_EQ(text_of("g/w"), "\n w = 5 ;\n");
}

TEST_F(Dump, ANameOfNoneOrSeveralVariablesIsAnError) {
  const auto reason = [&](const std::string& name) {
    try {
      return text_of(name);
    } catch (const Error& error) {
      return error.message();
    }
  };
  EXPECT_EQ(reason("w"), "w is the name of several variables");
  EXPECT_EQ(reason("u"), "dump_variable: there is no variable u");
}

}  // namespace
}  // namespace ncf
