// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/output_name.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"

namespace ncf::ops {
namespace {

using test::reason_of;

std::string renamed(const std::string& pattern, const std::string& path) {
  return OutputName(pattern).of(path).string();
}

TEST(OutputName, FillsInTheInputsName) {
  EXPECT_EQ(renamed("", "2019/a.nc"), "2019/a.nc");
  EXPECT_EQ(renamed("{name}{suffix}", "a.b.nc"), "a.b.nc");
  EXPECT_EQ(renamed("{name}_zstd{suffix}", "2019/a.nc"), "2019/a_zstd.nc");
  EXPECT_EQ(renamed("{name}.zarr", "a.nc"), "a.zarr");
  EXPECT_EQ(renamed("{name}.zarr", "a"), "a.zarr");
  EXPECT_EQ(renamed("{suffix}-{name}-{name}", "a.nc"), ".nc-a-a");
}

TEST(OutputName, MarksInTheInputsNameStay) {
  EXPECT_EQ(renamed("x{name}.nc", "{suffix}{name}.h5"), "x{suffix}{name}.nc");
}

TEST(OutputName, RefusesOtherPatterns) {
  EXPECT_EQ(reason_of([] { OutputName("all.nc"); }),
            "--rename 'all.nc': expected {name}, which stands for the input's name without its "
            "suffix");
  EXPECT_EQ(reason_of([] { OutputName("{name}{end}"); }),
            "--rename '{name}{end}': expected no braces but those of {name} and {suffix}");
  EXPECT_EQ(reason_of([] { OutputName("new/{name}"); }),
            "--rename 'new/{name}': expected a file name, without a folder");
}

}  // namespace
}  // namespace ncf::ops
