// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/foreign_files.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace ncf::store::netcdf4 {
namespace {

namespace fs = std::filesystem;
using Places = std::vector<fs::path>;

/// Sets a variable of the environment while it exists.
class Setting {
 public:
  Setting(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;
  ~Setting() { ::unsetenv(name_); }

 private:
  const char* name_;
};

TEST(ForeignPlaces, NamesOfBlocks) {
  EXPECT_TRUE(has_blocks("a-%b.h5"));
  EXPECT_TRUE(has_blocks("%%%b"));
  EXPECT_FALSE(has_blocks("a%%b"));
  EXPECT_FALSE(has_blocks(""));
  EXPECT_FALSE(has_blocks("%"));
  EXPECT_EQ(name_of_block("%b/a-%b.h5", 12), "12/a-12.h5");
  EXPECT_EQ(name_of_block("100%%b%", 0), "100%b%");
}

TEST(ForeignPlaces, SourceIsBesideItsReaderOrHere) {
  EXPECT_EQ(virtual_places("sub/a.h5", "/data/in.h5"), (Places{"/data/sub/a.h5", "sub/a.h5"}));
  EXPECT_EQ(virtual_places("/old/a.h5", "/data/in.h5"),
            (Places{"/old/a.h5", "/data/a.h5", "a.h5"}));
  EXPECT_EQ(virtual_places("a.h5", "/in.h5"), (Places{"/a.h5", "a.h5"}));
}

TEST(ForeignPlaces, PrefixesComeFirst) {
  const Setting prefix("HDF5_VDS_PREFIX", "/one::two");
  EXPECT_EQ(virtual_places("a.h5", "/data/in.h5"),
            (Places{"/one/a.h5", "two/a.h5", "/one::two/a.h5", "/data/a.h5", "a.h5"}));
}

TEST(ForeignPlaces, OriginIsTheFolderOfTheReader) {
  const Setting prefix("HDF5_VDS_PREFIX", "${ORIGIN}/../sub");
  EXPECT_EQ(virtual_places("a.h5", "/data/in.h5").at(1), "/data//../sub/a.h5");
  const Setting external("HDF5_EXTFILE_PREFIX", "${ORIGIN}raw");
  EXPECT_EQ(external_place("a.bin", "/data/in.h5"), "/data/raw/a.bin");
}

TEST(ForeignPlaces, ExternalFileIsHereWithoutAPrefix) {
  EXPECT_EQ(external_place("raw/a.bin", "/data/in.h5"), "raw/a.bin");
  const Setting here("HDF5_EXTFILE_PREFIX", ".");
  EXPECT_EQ(external_place("a.bin", "/data/in.h5"), "a.bin");
  const Setting prefix("HDF5_EXTFILE_PREFIX", "/raw");
  EXPECT_EQ(external_place("a.bin", "/data/in.h5"), "/raw/a.bin");
  EXPECT_EQ(external_place("/b/a.bin", "/data/in.h5"), "/b/a.bin");
}

}  // namespace
}  // namespace ncf::store::netcdf4
