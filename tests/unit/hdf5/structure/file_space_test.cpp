// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/structure/file_space.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "store/open/open.hpp"
#include "support/files.hpp"

namespace ncf::hdf5 {
namespace {

using model::FileLayout;
using model::FileRange;
using model::RequestedLayout;
using model::SpaceStrategy;

/// How a file is made.
struct FormOfFile {
  hsize_t metadata_block = 2048;
  hsize_t page_bytes = 0;
  hsize_t user_block = 0;
  std::size_t datasets = 3;
  bool has_values = true;
};

class FileSpace : public testing::Test {
 protected:
  void make_file(const FormOfFile& form) const {
    const Handle creation(call(H5Pcreate, H5P_FILE_CREATE), &H5Pclose);
    call(H5Pset_userblock, creation.id(), form.user_block);
    if (form.page_bytes > 0) {
      call(H5Pset_file_space_strategy, creation.id(), H5F_FSPACE_STRATEGY_PAGE, hbool_t{true},
           hsize_t{1});
      call(H5Pset_file_space_page_size, creation.id(), form.page_bytes);
    }
    const Handle access(call(H5Pcreate, H5P_FILE_ACCESS), &H5Pclose);
    call(H5Pset_libver_bounds, access.id(), H5F_LIBVER_V18, H5F_LIBVER_LATEST);
    call(H5Pset_meta_block_size, access.id(), form.metadata_block);
    const Handle file(
        call(H5Fcreate, path_.c_str(), unsigned{H5F_ACC_TRUNC}, creation.id(), access.id()),
        &H5Fclose);
    for (std::size_t i = 0; i < form.datasets; ++i) {
      make_dataset(file, "v" + std::to_string(i), form.has_values);
    }
  }

  static void make_dataset(const Handle& file, const std::string& name, bool has_values) {
    constexpr hsize_t length = 8000;
    constexpr hsize_t chunk = 100;
    const Handle properties(call(H5Pcreate, H5P_DATASET_CREATE), &H5Pclose);
    call(H5Pset_chunk, properties.id(), 1, &chunk);
    const Handle space(call(H5Screate_simple, 1, &length, static_cast<const hsize_t*>(nullptr)),
                       &H5Sclose);
    const Handle dataset(call(H5Dcreate2, file.id(), name.c_str(), H5T_STD_I32LE, space.id(),
                              H5P_DEFAULT, properties.id(), H5P_DEFAULT),
                         &H5Dclose);
    const std::vector<int> values(length, 1);
    if (!has_values) return;
    call(H5Dwrite, dataset.id(), H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT,
         static_cast<const void*>(values.data()));
  }

  [[nodiscard]] FileLayout layout() const {
    return store::open_source(path_)->file_layout().value();
  }

  [[nodiscard]] RequestedLayout kept() const { return store::open_source(path_)->layout_to_keep(); }

  const test::TemporaryFolder folder_;
  const std::string path_ = (folder_ / "in.h5").string();
};

TEST_F(FileSpace, OrdinaryFileHasIndexesAmongItsValues) {
  make_file({});
  const FileLayout found = layout();
  EXPECT_EQ(found.strategy, SpaceStrategy::free_space_managers);
  EXPECT_FALSE(found.is_paged());
  EXPECT_FALSE(found.free_bytes);
  EXPECT_GT(found.metadata.size(), 1);
  EXPECT_FALSE(found.is_consolidated());
  EXPECT_EQ(kept(), RequestedLayout{});
}

TEST_F(FileSpace, ALargeBlockHoldsAllMetadata) {
  for (const hsize_t user_block : {hsize_t{0}, hsize_t{4096}}) {
    SCOPED_TRACE(user_block);
    make_file({.metadata_block = 1 << 16, .user_block = user_block});
    const FileLayout found = layout();
    EXPECT_TRUE(found.is_consolidated());
    EXPECT_EQ(kept(), RequestedLayout{RequestedLayout::Kind::consolidated});
    EXPECT_EQ(found.metadata.front().begin, user_block);
    EXPECT_EQ(found.first_value, user_block + (1 << 16));
    EXPECT_LT(found.last_metadata, *found.first_value);
  }
}

TEST_F(FileSpace, OneStructureAfterTheFirstValueIsTooLate) {
  make_file({.metadata_block = 1 << 16});
  const FileLayout before = layout();
  {
    const Handle file(call(H5Fopen, path_.c_str(), unsigned{H5F_ACC_RDWR}, H5P_DEFAULT), &H5Fclose);
    make_dataset(file, "late", false);
  }
  EXPECT_EQ(layout().first_value, before.first_value);
  EXPECT_FALSE(layout().is_consolidated());
  EXPECT_EQ(kept(), RequestedLayout{});
}

TEST_F(FileSpace, HeapsOfAttributesMayBeAnywhere) {
  make_file({.metadata_block = 1 << 16});
  {
    const Handle file(call(H5Fopen, path_.c_str(), unsigned{H5F_ACC_RDWR}, H5P_DEFAULT), &H5Fclose);
    const Handle type(call(H5Tcopy, H5T_C_S1), &H5Tclose);
    call(H5Tset_size, type.id(), H5T_VARIABLE);
    const Handle space(call(H5Screate, H5S_SCALAR), &H5Sclose);
    const Handle dataset(call(H5Dopen2, file.id(), "v0", H5P_DEFAULT), &H5Dclose);
    const Handle attribute(call(H5Acreate2, dataset.id(), "a", type.id(), space.id(),
                                hid_t{H5P_DEFAULT}, hid_t{H5P_DEFAULT}),
                           &H5Aclose);
    const char* const text = "text";
    call(H5Awrite, attribute.id(), type.id(), static_cast<const void*>(&text));
  }
  std::ifstream in(path_, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  EXPECT_GT(bytes.find("GCOL"), *layout().first_value);
  EXPECT_EQ(kept(), RequestedLayout{RequestedLayout::Kind::consolidated});
}

TEST_F(FileSpace, Pages) {
  make_file({.page_bytes = 1 << 14});
  const FileLayout found = layout();
  EXPECT_EQ(found.strategy, SpaceStrategy::pages);
  EXPECT_EQ(found.page_bytes, 1 << 14);
  EXPECT_GT(found.free_bytes, 0);
  EXPECT_EQ(kept(), (RequestedLayout{RequestedLayout::Kind::paged, 1 << 14}));
}

TEST_F(FileSpace, WithoutValuesNothingIsBeforeThem) {
  make_file({.has_values = false});
  EXPECT_FALSE(layout().first_value);
  EXPECT_TRUE(layout().is_consolidated());
  EXPECT_EQ(kept(), RequestedLayout{});
}

}  // namespace
}  // namespace ncf::hdf5
