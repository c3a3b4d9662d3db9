// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "store/netcdf4/objects.hpp"

namespace ncf::store::netcdf4 {
namespace {

TEST(FileNumbers, AreThoseOfPathsNotOfNames) {
  FileNumbers files;
  EXPECT_EQ(files.number_of("/not/here/a.nc"), 0U);
  EXPECT_EQ(files.number_of("/not/here/b.nc"), 1U);
  EXPECT_EQ(files.number_of("/not/here/../here/a.nc"), 0U);
  EXPECT_EQ(files.number_of("/not/here/b.nc"), 1U);
  EXPECT_EQ(files.path(1), "/not/here/b.nc");
}

}  // namespace
}  // namespace ncf::store::netcdf4
