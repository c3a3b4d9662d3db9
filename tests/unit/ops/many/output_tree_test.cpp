// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/output_tree.hpp"

#include <gtest/gtest.h>

#include "ncf/error.hpp"
#include "support/table.hpp"

namespace ncf::ops {
namespace {

/// Returns the output of "PATTERN PATH", or the message.
std::string renamed(const std::string& text) {
  const std::size_t blank = text.find(' ');
  try {
    return OutputName(text.substr(0, blank)).of(text.substr(blank + 1)).string();
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(OutputName, FillsInTheInputsName) {
  EXPECT_EQ(OutputName("").of("2019/a.nc"), "2019/a.nc");
  test::expect_table(renamed, R"(
    {name}{suffix} a.b.nc         -> a.b.nc
    {name}_zstd{suffix} 2019/a.nc -> 2019/a_zstd.nc
    {name}.zarr a.nc              -> a.zarr
    {name}.zarr a                 -> a.zarr
    {suffix}-{name}-{name} a.nc   -> .nc-a-a
  )");
}

TEST(OutputName, MarksInTheInputsNameStay) {
  test::expect_table(renamed, "x{name}.nc {suffix}{name}.h5 -> x{suffix}{name}.nc");
}

TEST(OutputName, RefusesOtherPatterns) {
  test::expect_table(renamed, R"(
    all.nc a      -> --rename 'all.nc': expected {name}, which stands for the input's name without \
                     its suffix
    {name}{end} a -> --rename '{name}{end}': expected no braces but those of {name} and {suffix}
    new/{name} a  -> --rename 'new/{name}': expected a file name, without a folder
  )");
}

}  // namespace
}  // namespace ncf::ops
