// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <hdf5.h>

#include "ncf/plugins.hpp"
#include "support/errors.hpp"
#include "unit/plugin/test_plugins.hpp"

namespace ncf {
namespace {

constexpr std::uint32_t own_filter = 497;

std::size_t pass_through(unsigned, std::size_t, const unsigned*, std::size_t bytes, std::size_t*,
                         void**) {
  return bytes;
}

const H5Z_class2_t own_class{H5Z_CLASS_T_VERS, own_filter, 1,       1,
                             "a program's",    nullptr,    nullptr, pass_through};

class Registration : public test::PluginTest {
 protected:
  static std::string failure_of(std::uint32_t id) {
    return test::reason_of([&] { unregister_filter(id); }, ErrorCode::usage);
  }
};

TEST_F(Registration, MakesAFilterKnownUntilItIsTakenBack) {
  EXPECT_EQ(find_availability(own_filter), std::nullopt);
  register_filter(&own_class);
  EXPECT_EQ(find_availability(own_filter), (FilterAvailability{true, true, ""}));
  unregister_filter(own_filter);
  EXPECT_EQ(find_availability(own_filter), std::nullopt);
}

TEST_F(Registration, TakesClassesOfVersion1) {
  static const H5Z_class1_t old{own_filter, "of old", nullptr, nullptr, pass_through};
  register_filter(&old);
  EXPECT_EQ(find_availability(own_filter), (FilterAvailability{true, true, ""}));
  unregister_filter(own_filter);
}

TEST_F(Registration, FindsAPluginAgainThatWasUnregistered) {
  ASSERT_TRUE(find_availability(307).has_value());
  unregister_filter(307);
  EXPECT_TRUE(find_availability(307).has_value());
}

TEST_F(Registration, SaysWhyAFilterCannotBeTakenBack) {
  EXPECT_EQ(failure_of(own_filter), "filter 497 is not registered");
  EXPECT_EQ(failure_of(1),
            "filter 1 (deflate) cannot be unregistered: unable to modify predefined filters");
}

TEST_F(Registration, SaysWhyAFilterIsNotTaken) {
  const auto failure_of = [](const void* filter_class) {
    return test::reason_of([&] { register_filter(filter_class); }, ErrorCode::usage);
  };
  EXPECT_EQ(failure_of(nullptr), "no filter class was given");
  H5Z_class2_t filter = own_class;
  filter.id = 70000;
  EXPECT_EQ(failure_of(&filter),
            "a program's filter cannot be registered: its filter class has the id 70000, expected "
            "1 to 65535");
  filter.id = 1;
  EXPECT_EQ(failure_of(&filter),
            "filter 1 (deflate) cannot be registered: HDF5: unable to modify predefined filters");
  filter = own_class;
  filter.filter = nullptr;
  EXPECT_EQ(failure_of(&filter),
            "a program's filter cannot be registered: its filter class has no filter function");
  EXPECT_EQ(find_availability(own_filter), std::nullopt);
}

TEST_F(Registration, KeepsAFilterThatAnOpenDatasetUses) {
  register_filter(&own_class);
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, 1 << 16, 0);
  const hid_t file = H5Fcreate("unused.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t shape = 4;
  H5Pset_chunk(properties, 1, &shape);
  H5Pset_filter(properties, own_filter, H5Z_FLAG_MANDATORY, 0, nullptr);
  const hid_t space = H5Screate_simple(1, &shape, nullptr);
  const hid_t dataset =
      H5Dcreate2(file, "d", H5T_NATIVE_INT, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  ASSERT_GE(dataset, 0);
  EXPECT_EQ(failure_of(own_filter),
            "filter 497 cannot be unregistered: can't unregister filter because a dataset is still "
            "using it");
  EXPECT_TRUE(find_availability(own_filter).has_value());
  H5Dclose(dataset);
  unregister_filter(own_filter);
  H5Sclose(space);
  H5Pclose(properties);
  H5Fclose(file);
  H5Pclose(access);
}

}  // namespace
}  // namespace ncf
