// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <hdf5.h>

#include <memory>
#include <string>

#include "plugin/registration_adapter.hpp"
#include "support/files.hpp"
#include "unit/plugin/test_plugins.hpp"

namespace ncf::plugin {
namespace {

constexpr std::uint32_t missing_filter = 498;

class Placeholders : public test::PluginTest {
 protected:
  [[nodiscard]] hid_t make_file(const std::string& name) const {
    return H5Fcreate((folder_ / name).c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  }

  static std::unique_ptr<PlaceholderFilters> placeholder() {
    auto filters = std::make_unique<PlaceholderFilters>();
    filters->add({{missing_filter, "a name"}});
    return filters;
  }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(Placeholders, GoWithTheirFilesWhateverElseIsOpen) {
  const hid_t other = make_file("other.h5");
  auto filters = placeholder();
  EXPECT_TRUE(is_placeholder(missing_filter));
  EXPECT_GT(H5Zfilter_avail(missing_filter), 0);
  H5Fclose(make_file("own.h5"));
  filters.reset();
  EXPECT_FALSE(is_placeholder(missing_filter));
  H5PLset_loading_state(
      0);  // libhdf5 would load all plugins, and libgomp leaks when it is unloaded
  EXPECT_EQ(H5Zfilter_avail(missing_filter), 0);
  H5PLset_loading_state(H5PL_ALL_PLUGIN);
  H5Fclose(other);
}

// To unregister a filter, libhdf5 visits open files, and crashes on one that it failed to close.
TEST_F(Placeholders, StayWhereAFileIsLeftOpen) {
  auto filters = placeholder();
  const hid_t left = make_file("left.h5");
  filters.reset();
  EXPECT_TRUE(is_placeholder(missing_filter));
  H5Fclose(left);
  placeholder().reset();
  EXPECT_FALSE(is_placeholder(missing_filter));
}

std::string innermost_reason() {
  std::string reason;
  H5Ewalk2(
      H5E_DEFAULT, H5E_WALK_UPWARD,
      [](unsigned, const H5E_error2_t* error, void* text) {
        *static_cast<std::string*>(text) = error->desc;
        return 1;
      },
      &reason);
  return reason;
}

TEST_F(Placeholders, EncodeNothing) {
  const auto filters = placeholder();
  const hid_t file = make_file("own.h5");
  const hsize_t shape = 4;
  const hid_t space = H5Screate_simple(1, &shape, nullptr);
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(properties, 1, &shape);
  H5Pset_filter(properties, missing_filter, H5Z_FLAG_MANDATORY, 0, nullptr);
  const hid_t dataset =
      H5Dcreate2(file, "d", H5T_NATIVE_INT, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  ASSERT_GE(dataset, 0);
  const int values[4] = {1, 2, 3, 4};
  H5Dwrite(dataset, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
  testing::internal::CaptureStderr();
  EXPECT_LT(H5Dflush(dataset), 0);
  EXPECT_EQ(innermost_reason(), "a filter that was only to be stored was run");
  testing::internal::GetCapturedStderr();
  H5Dclose(dataset);
  H5Pclose(properties);
  H5Sclose(space);
  H5Fclose(file);
}

TEST_F(Placeholders, HaveTheNamesGiven) {
  const auto filters = placeholder();
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_filter(properties, missing_filter, H5Z_FLAG_MANDATORY, 0, nullptr);
  char name[16] = "";
  size_t no_cd_values = 0;
  H5Pget_filter2(properties, 0, nullptr, &no_cd_values, nullptr, sizeof name, name, nullptr);
  EXPECT_STREQ(name, "a name");
  H5Pclose(properties);
}

TEST_F(Placeholders, LeaveTheFiltersOfLibhdf5) {
  constexpr std::uint32_t deflate = 1;
  PlaceholderFilters filters;
  filters.add({{deflate, "a name"}});
  EXPECT_FALSE(is_placeholder(deflate));
}

}  // namespace
}  // namespace ncf::plugin
