// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Datasets of HDF5 that netCDF never makes: values in other files, in other datasets, or nowhere.
#include <gtest/gtest.h>
#include <hdf5.h>

#include <fstream>

#include "store/open/open.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/little_endian.hpp"
#include "support/values.hpp"

namespace ncf::store {
namespace {

class ForeignStorage : public testing::Test {
 protected:
  /// Makes a file of one dataset, int v(3), with these properties.
  void make(hid_t space, hid_t properties) {
    const hid_t file = H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t dataset =
        H5Dcreate2(file, "v", H5T_STD_I32LE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    ASSERT_GE(dataset, 0);
    H5Dclose(dataset);
    H5Pclose(properties);
    H5Sclose(space);
    H5Fclose(file);
  }

  static hid_t space_of_three() {
    const hsize_t three = 3;
    return H5Screate_simple(1, &three, nullptr);
  }

  model::StoredForm form() { return open_source(path_.string())->stored_form(0); }

  test::TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "in.nc";
};

TEST_F(ForeignStorage, ValuesInAnotherFile) {
  std::int32_t numbers[] = {7, 8, 9};
  for (std::int32_t& number : numbers) number = test::to_little_endian(number);
  const std::string raw = (folder_ / "raw").string();
  std::ofstream(raw, std::ios::binary)
      .write(reinterpret_cast<const char*>(numbers), sizeof numbers);
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_external(properties, raw.c_str(), 0, sizeof numbers);
  make(space_of_three(), properties);
  EXPECT_EQ(form().layout, model::Layout::other);
  const auto closed = open_source(path_.string());
  model::Values values(closed->schema().variables[0].type);
  const Error refused = test::error_of([&] { closed->read(0, {{0}, {3}}, values); });
  EXPECT_EQ(refused.code(), ErrorCode::unsupported);
  EXPECT_EQ(refused.what(), path_.string() + ": variable /v: its values are in another file, " +
                                raw + "; --follow-external reads them");
  const auto dataset = open_source(path_.string(), {.follow_external = true});
  dataset->read(0, {{0}, {3}}, values);
  EXPECT_TRUE(values == test::values_of<std::int32_t>(model::TypeClass::int_, {7, 8, 9}));
  EXPECT_EQ(dataset->find_elements(0), std::nullopt);
}

TEST_F(ForeignStorage, ValuesOfAnotherDataset) {
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  const hid_t source = space_of_three();
  H5Pset_virtual(properties, source, (folder_ / "source.nc").c_str(), "w", source);
  H5Sclose(source);
  make(space_of_three(), properties);
  EXPECT_EQ(form().layout, model::Layout::other);
  EXPECT_EQ(open_source(path_.string())->schema().variables[0].storage.layout,
            model::Layout::other);
}

TEST_F(ForeignStorage, NoValues) {
  make(H5Screate(H5S_NULL), H5Pcreate(H5P_DATASET_CREATE));
  const auto opened = open_source(path_.string());
  EXPECT_TRUE(opened->schema().variables.empty());
  ASSERT_EQ(opened->schema().findings.size(), 1U);
  EXPECT_EQ(opened->schema().findings[0].message(),
            "/v is left out: netCDF has no variables without any value");
}

}  // namespace
}  // namespace ncf::store
