// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/survey.hpp"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "store/open.hpp"
#include "support/files.hpp"

namespace ncf::store::hdf5 {
namespace {

/// An HDF5 file that is being made.
class NewFile {
 public:
  explicit NewFile(const std::filesystem::path& path)
      : id_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)) {}
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() { H5Fclose(id_); }

  void make_group(const char* path) const {
    H5Gclose(H5Gcreate2(id_, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  }

  /// Of two values in one chunk. Takes the properties over.
  void make_dataset(const char* path, hid_t type, hid_t properties,
                    const void* values = nullptr) const {
    const hsize_t two = 2;
    H5Pset_chunk(properties, 1, &two);
    const hid_t space = H5Screate_simple(1, &two, nullptr);
    const hid_t dataset = H5Dcreate2(id_, path, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    if (values != nullptr) H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(dataset);
    H5Sclose(space);
    H5Pclose(properties);
  }

  void link(const char* path, const std::string& file, const char* object) const {
    H5Lcreate_external(file.c_str(), object, id_, path, H5P_DEFAULT, H5P_DEFAULT);
  }

 private:
  hid_t id_;
};

hid_t new_properties() { return H5Pcreate(H5P_DATASET_CREATE); }

class SurveyTest : public testing::Test {
 protected:
  [[nodiscard]] Survey survey(bool follow_external = false) const {
    return {open_to_survey(path_.string()), follow_external};
  }

  test::TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "in.h5";
};

TEST_F(SurveyTest, FiltersAreListedAsValuesPassThroughThem) {
  {
    const NewFile file(path_);
    const hid_t filtered = new_properties();
    H5Pset_deflate(filtered, 1);
    H5Pset_shuffle(filtered);
    H5Pset_fletcher32(filtered);
    file.make_group("/g");
    file.make_dataset("/g/filtered", H5T_NATIVE_INT, filtered);
    file.make_dataset("/plain", H5T_NATIVE_INT, new_properties());
  }
  const Survey made = survey();
  ASSERT_EQ(made.datasets().size(), 2U);
  EXPECT_EQ(made.datasets().at("/g/filtered").filters,
            (StoredChain{{H5Z_FILTER_DEFLATE, {1}},
                         {H5Z_FILTER_SHUFFLE, {sizeof(int)}},
                         {H5Z_FILTER_FLETCHER32, {}}}));
  EXPECT_TRUE(made.datasets().at("/plain").filters.empty());
}

TEST_F(SurveyTest, TypesThatLibnetcdfMisreads) {
  {
    const NewFile file(path_);
    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, 20);
    const hid_t filled = new_properties();
    H5Pset_fill_value(filled, text, "twenty letters long");
    file.make_dataset("/filled", text, filled);
    file.make_dataset("/text", text, new_properties());
    file.make_dataset("/wide", H5T_NATIVE_LDOUBLE, new_properties());
    file.make_dataset("/letters", H5T_C_S1, new_properties());
    H5Tclose(text);
  }
  const Survey made = survey();
  const auto& datasets = made.datasets();
  EXPECT_TRUE(datasets.at("/text").is_misread);
  EXPECT_FALSE(datasets.at("/text").has_overlong_fill);
  EXPECT_TRUE(datasets.at("/filled").has_overlong_fill);
  EXPECT_TRUE(datasets.at("/wide").is_wide_float);
  EXPECT_TRUE(datasets.at("/wide").is_misread);
  EXPECT_FALSE(datasets.at("/letters").is_misread);
}

class LinkedSurveyTest : public SurveyTest {
 protected:
  LinkedSurveyTest() {
    const std::array texts{"here", "there"};
    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, H5T_VARIABLE);
    NewFile(other_).make_dataset("/there", text, new_properties(), texts.data());
    H5Tclose(text);
    const NewFile file(path_);
    file.link("/again", other_, "/there");
    file.link("/link", other_, "/");
  }

  std::string other_ = (folder_ / "other.h5").string();
};

TEST_F(LinkedSurveyTest, LinksAreListed) {
  const Survey made = survey();
  EXPECT_TRUE(made.datasets().empty());
  ASSERT_EQ(made.external_links().size(), 2U);
  EXPECT_EQ(made.external_links()[0].path, "/again");
  EXPECT_EQ(made.external_links()[0].file, other_);
}

TEST_F(LinkedSurveyTest, LinksAreFollowed) {
  const Survey made = survey(/*follow_external=*/true);
  EXPECT_TRUE(made.external_links().empty());
  EXPECT_TRUE(made.datasets().contains("/again"));
  EXPECT_TRUE(made.datasets().contains("/link/there"));
}

// In libhdf5 1.10 strings refer to the file handle by which their dataset was opened first.
TEST_F(LinkedSurveyTest, ValuesAreReadLater) {
  Tuning tuning;
  tuning.follow_external = true;
  const auto dataset = open_dataset(path_.string(), tuning);
  const model::Schema& schema = dataset->schema();
  ASSERT_EQ(schema.variables.size(), 2U);
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    model::Values values(schema.variables[id].type);
    dataset->read(id, {{0}, {2}}, values);
    EXPECT_STREQ(*reinterpret_cast<const char* const*>(values.data()), "here");
  }
}

}  // namespace
}  // namespace ncf::store::hdf5
