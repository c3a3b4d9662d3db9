// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/format.hpp"

#include <gtest/gtest.h>

namespace ncf::location {
namespace {

constexpr Format all_formats[] = {Format::classic, Format::offset64, Format::cdf5, Format::netcdf4,
                                  Format::netcdf4_classic};

TEST(Format, NamesAreWhatNcdumpSays) {
  EXPECT_EQ(format_name(Format::classic), "classic");
  EXPECT_EQ(format_name(Format::offset64), "64-bit offset");
  EXPECT_EQ(format_name(Format::cdf5), "cdf5");
  EXPECT_EQ(format_name(Format::netcdf4), "netCDF-4");
  EXPECT_EQ(format_name(Format::netcdf4_classic), "netCDF-4 classic model");
}

TEST(Format, NamesAreFound) {
  for (const Format format : all_formats) EXPECT_EQ(find_format(format_name(format)), format);
}

TEST(Format, Aliases) {
  for (const char* name : {"nc3", "1"}) EXPECT_EQ(find_format(name), Format::classic) << name;
  for (const char* name : {"nc6", "2", "64-bit-offset"}) {
    EXPECT_EQ(find_format(name), Format::offset64) << name;
  }
  for (const char* name : {"nc5", "5", "64-bit-data", "64-bit data", "cdf-5"}) {
    EXPECT_EQ(find_format(name), Format::cdf5) << name;
  }
  for (const char* name : {"nc4", "3", "netCDF4", "hdf5", "enhanced", "netcdf-4", "netcdf4"}) {
    EXPECT_EQ(find_format(name), Format::netcdf4) << name;
  }
  for (const char* name : {"nc7", "4", "netCDF-4-classic", "netCDF-4_classic", "netCDF4_classic",
                           "hdf5-nc3", "enhanced-nc3"}) {
    EXPECT_EQ(find_format(name), Format::netcdf4_classic) << name;
  }
}

TEST(Format, OthersAreUnknown) {
  // -6 and -7 are separate options, not names of -k.
  for (const char* name : {"", "6", "7", "NC4", "Classic", "netcdf", " nc4", "nc4 "}) {
    EXPECT_EQ(find_format(name), std::nullopt) << name;
  }
}

TEST(Format, NetCdf4IsHdf5) {
  for (const Format format : all_formats) {
    EXPECT_EQ(is_netcdf4(format), format == Format::netcdf4 || format == Format::netcdf4_classic);
  }
}

}  // namespace
}  // namespace ncf::location
