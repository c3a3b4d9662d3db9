// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Word lists as in files, measured with HDF5 1.10.8 and Debian 12's filters.
#include "filter/registry/registry.hpp"

#include <gtest/gtest.h>

namespace ncf::filter {
namespace {

using CdValues = std::vector<std::uint32_t>;

CdValues from_file(std::uint32_t id, const CdValues& cd_values) {
  return visible_form(StoredFilter{id, cd_values}).parameters;
}

TEST(VisibleForm, TakesAwayWhatTheFilterAdded) {
  EXPECT_EQ(from_file(2, {4}), CdValues{});
  EXPECT_EQ(from_file(4, {40, 8, 32, 64}), (CdValues{40, 8}));
  EXPECT_EQ(from_file(5, {8, 1, 1024, 1, 4, 0, 32, 0}), CdValues{});
  EXPECT_EQ(from_file(6, {0, 3, 1024, 1, 4, 0, 0, 1, 3296313344, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
            (CdValues{0, 3}));
  EXPECT_EQ(from_file(6, {2, 0, 1024, 0, 8, 2, 0, 1, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
            (CdValues{2, 0}));
  EXPECT_EQ(from_file(32000, {4, 261, 4096}), CdValues{});
  EXPECT_EQ(from_file(32022, {3, 4, 1, 5, 6}), CdValues{3});
  EXPECT_EQ(from_file(32001, {2, 2, 4, 4096}), (CdValues{0, 0, 0, 0}));
  EXPECT_EQ(from_file(32001, {2, 2, 4, 4096, 5, 1, 1}), (CdValues{0, 0, 0, 0, 5, 1, 1}));
}

TEST(VisibleForm, KeepsMissingWordsOfBitshuffleMissing) {
  EXPECT_EQ(from_file(32008, {0, 3, 4}), CdValues{});
  EXPECT_EQ(from_file(32008, {0, 3, 4, 8}), CdValues{8});
  EXPECT_EQ(from_file(32008, {0, 3, 4, 0, 2}), (CdValues{0, 2}));
  EXPECT_EQ(from_file(32008, {0, 3, 4, 0, 3, 5}), (CdValues{0, 3, 5}));
}

TEST(VisibleForm, LeavesWordsThatAreTheSameInBothForms) {
  for (const Filter& filter : {Filter{1, {5}}, Filter{3, {}}, Filter{307, {9}}, Filter{307, {}},
                               Filter{32001, {0, 0, 0, 0, 5, 1, 1}}, Filter{32015, {4294967291}}}) {
    EXPECT_EQ(visible_form(StoredFilter{filter.id, filter.parameters}), filter);
  }
}

TEST(VisibleForm, LeavesWordsItCannotRead) {
  for (const Filter& filter : {Filter{33000, {1, 2, 3}}, Filter{307, {1, 2, 3}}, Filter{32002, {7}},
                               Filter{32013, {7, 7, 7, 7}}}) {
    EXPECT_EQ(visible_form(StoredFilter{filter.id, filter.parameters}), filter);
  }
}

TEST(VisibleForm, TakesWordsOfAUserForThoseOfAUser) {
  const Filter zstd_inside{32008, {0, 3, 4}};
  EXPECT_EQ(to_visible_form(32008, {0, 3, 4}, Form::visible), zstd_inside);
}

TEST(AskAlike, IgnoresWhatTheFilterSetsAndFillsInDefaults) {
  EXPECT_TRUE(ask_alike({307, {}}, {307, {9}}));
  EXPECT_FALSE(ask_alike({307, {}}, {307, {1}}));
  EXPECT_TRUE(ask_alike({32001, {0, 0, 4, 0, 5, 1, 1}}, {32001, {0, 0, 0, 0, 5, 1, 1}}));
  EXPECT_FALSE(ask_alike({32001, {0, 0, 0, 0, 5, 1, 1}}, {32001, {0, 0, 0, 0, 5, 1, 2}}));
  EXPECT_FALSE(ask_alike({1, {9}}, {307, {9}}));
  EXPECT_TRUE(ask_alike({33000, {1, 2}}, {33000, {1, 2}}));
  EXPECT_FALSE(ask_alike({33000, {1, 2}}, {33000, {1}}));
}

TEST(ReadCdValues, FindsTheFirstAtFault) {
  const CdValues cd_values{0, 0, 0, 0, 5, 1, 9};
  const auto reading = read_cd_values(get_filter("blosc"), cd_values, Form::visible);
  ASSERT_TRUE(reading && reading->fault);
  EXPECT_EQ(reading->fault->index, 6U);
  EXPECT_EQ(reading->fault->parameter->name, "cname");
  EXPECT_EQ(reading->fault->value, 9);
}

TEST(ReadCdValues, CountsDoublesAsTwo) {
  const CdValues cd_values{3, 0, 3539053052, 1062232653, 7};
  const auto reading = read_cd_values(get_filter("zfp"), cd_values, Form::visible);
  ASSERT_TRUE(reading);
  EXPECT_EQ(reading->layout->mode, "accuracy");
  EXPECT_EQ(reading->values[2], 0.001);
  EXPECT_EQ(reading->values[3], 7);
}

TEST(ReadCdValues, RefusesHalfADouble) {
  const CdValues cd_values{1, 0, 0};
  EXPECT_FALSE(read_cd_values(get_filter("zfp"), cd_values, Form::visible));
}

}  // namespace
}  // namespace ncf::filter
