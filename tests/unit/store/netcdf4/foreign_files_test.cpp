// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What is missing of the values that a dataset has in other files and datasets.
#include "store/netcdf4/foreign_files.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "store/open/open.hpp"
#include "support/files.hpp"

namespace ncf::store::netcdf4 {
namespace {

namespace fs = std::filesystem;
using hdf5::Handle;

class ForeignValuesTest : public testing::Test {
 protected:
  static Handle three() {
    const hsize_t length = 3;
    return {H5Screate_simple(1, &length, nullptr), &H5Sclose};
  }

  static Handle properties() { return {H5Pcreate(H5P_DATASET_CREATE), &H5Pclose}; }

  /// Returns properties of a dataset whose values are those of another.
  static Handle source(const std::string& file, const std::string& dataset) {
    Handle result = properties();
    const Handle space = three();
    H5Pset_virtual(result.id(), space.id(), file.c_str(), dataset.c_str(), space.id());
    return result;
  }

  /// Returns properties of a dataset of rows that are numbered datasets.
  static Handle series(const std::string& file, const std::string& dataset) {
    Handle result = properties();
    const Handle space = rows(0);
    const hsize_t start[] = {0, 0};
    const hsize_t stride[] = {1, 1};
    const hsize_t count[] = {H5S_UNLIMITED, 1};
    const hsize_t block[] = {1, 3};
    H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, start, stride, count, block);
    const Handle row = three();
    H5Pset_virtual(result.id(), space.id(), file.c_str(), dataset.c_str(), row.id());
    return result;
  }

  static Handle rows(hsize_t count) {
    const hsize_t lengths[] = {count, 3};
    const hsize_t most[] = {H5S_UNLIMITED, 3};
    return {H5Screate_simple(2, lengths, most), &H5Sclose};
  }

  /// Adds int v(3), or another dataset.
  void add(const std::string& file, const std::string& name, const Handle& how,
           const Handle& space = three()) const {
    const fs::path path = folder_ / file;
    const Handle opened(fs::exists(path)
                            ? H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT)
                            : H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT),
                        &H5Fclose);
    const Handle dataset(H5Dcreate2(opened.id(), name.c_str(), H5T_STD_I32LE, space.id(),
                                    H5P_DEFAULT, how.id(), H5P_DEFAULT),
                         &H5Dclose);
    ASSERT_GE(dataset.id(), 0);
  }

  void link(const std::string& from, const std::string& name, const std::string& to) const {
    const Handle opened(H5Fopen((folder_ / from).c_str(), H5F_ACC_RDWR, H5P_DEFAULT), &H5Fclose);
    ASSERT_GE(
        H5Lcreate_external(to.c_str(), "/v", opened.id(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
        0);
  }

  /// Returns the findings about in.h5.
  std::string missing(bool follow_external = true) const {
    std::string all;
    const auto opened =
        open_source((folder_ / "in.h5").string(), {.follow_external = follow_external});
    for (const model::Finding& finding : opened->schema().findings) all += finding.message() + ';';
    return all;
  }

  std::set<std::string> other_files() const {
    std::set<std::string> names;
    const auto opened = open_source((folder_ / "in.h5").string(), {.follow_external = true});
    for (const std::string& file : opened->other_files()) {
      const fs::path path = file;
      EXPECT_TRUE(path.is_absolute());
      names.insert(path.filename().string());
    }
    return names;
  }

  test::TemporaryFolder folder_;
};

using Files = std::set<std::string>;

TEST_F(ForeignValuesTest, SourceFile) {
  add("in.h5", "v", source("a.h5", "v"));
  EXPECT_EQ(missing(), "/v has values in a.h5, which does not exist;");
  EXPECT_EQ(missing(false), "");
  std::ofstream(folder_ / "a.h5") << "text";
  EXPECT_EQ(missing(), "/v has values in a.h5, which is not an HDF5 file;");
  fs::remove(folder_ / "a.h5");
  fs::create_directory(folder_ / "a.h5");
  EXPECT_EQ(missing(), "/v has values in a.h5, which is not a file;");
  fs::remove(folder_ / "a.h5");
  add("a.h5", "v", properties());
  EXPECT_EQ(missing(), "");
  EXPECT_EQ(other_files(), Files{"a.h5"});
}

TEST_F(ForeignValuesTest, SourceDataset) {
  add("in.h5", "v", source("a.h5", "w"));
  add("a.h5", "v", properties());
  EXPECT_EQ(missing(),
            "/v has values in the dataset w of a.h5, which cannot be opened: HDF5: object 'w' "
            "doesn't exist;");
}

TEST_F(ForeignValuesTest, SourceInTheSameFile) {
  add("in.h5", "v", source(".", "w"));
  EXPECT_EQ(
      missing(false),
      "/v has values in the dataset w, which cannot be opened: HDF5: object 'w' doesn't exist;");
  add("in.h5", "w", properties());
  EXPECT_EQ(missing(false), "");
  EXPECT_EQ(other_files(), Files{});
}

TEST_F(ForeignValuesTest, SourceOfASource) {
  add("in.h5", "v", source("a.h5", "v"));
  add("a.h5", "v", source(".", "w"));
  add("a.h5", "w", source("b.h5", "v"));
  add("a.h5", "other", source("c.h5", "v"));
  EXPECT_EQ(missing(), "/v has values in b.h5, which does not exist;");
  add("b.h5", "v", properties());
  EXPECT_EQ(missing(), "");
  EXPECT_EQ(other_files(), (Files{"a.h5", "b.h5"}));
}

TEST_F(ForeignValuesTest, SourceBehindALink) {
  add("in.h5", "v", source("a.h5", "link"));
  add("a.h5", "other", properties());
  link("a.h5", "link", "b.h5");
  add("b.h5", "other", properties());
  link("b.h5", "v", "c.h5");
  add("c.h5", "v", properties());
  EXPECT_EQ(missing(), "");
  EXPECT_EQ(other_files(), (Files{"a.h5", "b.h5", "c.h5"}));
}

TEST_F(ForeignValuesTest, LinkToALink) {
  add("in.h5", "other", properties());
  link("in.h5", "v", "a.h5");
  add("a.h5", "other", properties());
  link("a.h5", "v", "b.h5");
  add("b.h5", "v", properties());
  EXPECT_EQ(missing(), "");
  EXPECT_EQ(other_files(), (Files{"a.h5", "b.h5"}));
}

TEST_F(ForeignValuesTest, LinksOfLinksAreNotFollowedUnasked) {
  add("in.h5", "v", source(".", "link"));
  add("b.h5", "v", properties());
  link("in.h5", "link", "b.h5");
  {
    const Handle opened(H5Fopen((folder_ / "in.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), &H5Fclose);
    H5Lcreate_soft("/link", opened.id(), "soft", H5P_DEFAULT, H5P_DEFAULT);
  }
  EXPECT_EQ(missing(false),
            "/link is a link to /v in b.h5; --follow-external reads it;"
            "/soft is a link to /v in b.h5; --follow-external reads it;");
  const auto opened = open_source((folder_ / "in.h5").string());
  ASSERT_EQ(opened->schema().variables.size(), 1U);
  EXPECT_TRUE(opened->fault(0));
  EXPECT_EQ(missing(), "/soft is another name of /link, and is read as a variable of its own;");
}

TEST_F(ForeignValuesTest, SourceOfItself) {
  add("in.h5", "v", source(".", "w"));
  add("in.h5", "w", source(".", "v"));
  EXPECT_EQ(missing(),
            "/v has values in a virtual dataset, which is a source of itself;"
            "/w has values in a virtual dataset, which is a source of itself;");
}

TEST_F(ForeignValuesTest, MappingOfNothing) {
  const Handle how = properties();
  const Handle space = three();
  H5Sselect_none(space.id());
  H5Pset_virtual(how.id(), space.id(), "gone.h5", "v", space.id());
  add("in.h5", "v", how);
  EXPECT_EQ(missing(), "");
}

TEST_F(ForeignValuesTest, NumberedFiles) {
  add("in.h5", "v", series("a-%b.h5", "v"), rows(0));
  EXPECT_EQ(missing(), "/v has values in a-0.h5, which does not exist;");
  add("a-0.h5", "v", properties());
  add("a-1.h5", "v", source("b.h5", "v"));
  add("a-3.h5", "v", properties());
  EXPECT_EQ(missing(), "/v has values in b.h5, which does not exist;");
  add("b.h5", "v", properties());
  EXPECT_EQ(missing(), "");
  EXPECT_EQ(other_files(), (Files{"a-0.h5", "a-1.h5", "b.h5"}));
}

TEST_F(ForeignValuesTest, NumberedDatasets) {
  add("in.h5", "v", series("a.h5", "w%b"), rows(0));
  add("a.h5", "w1", properties());
  EXPECT_EQ(
      missing(),
      "/v has values in the dataset w0 of a.h5, which cannot be opened: HDF5: object 'w0' doesn't "
      "exist;");
  add("a.h5", "w0", properties());
  EXPECT_EQ(missing(), "");
}

TEST_F(ForeignValuesTest, ExternalFiles) {
  const std::string first = (folder_ / "first").string();
  const std::string second = (folder_ / "second").string();
  const Handle how = properties();
  H5Pset_external(how.id(), first.c_str(), 2, 8);
  H5Pset_external(how.id(), second.c_str(), 0, H5F_UNLIMITED);
  add("in.h5", "v", how);
  EXPECT_EQ(missing(), "/v has values in " + first + ", which does not exist;");
  std::ofstream(first) << "0123456789";
  std::ofstream(second) << "012";
  EXPECT_EQ(missing(), "/v has values in " + second +
                           ", which is too short: its bytes 0 to 4 are values, but it has only 3 "
                           "bytes;");
  std::ofstream(second) << "01234";
  EXPECT_EQ(missing(), "");
  EXPECT_EQ(other_files(), (Files{"first", "second"}));
}

// ---- Places ----

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
