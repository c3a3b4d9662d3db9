// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/registry/registry.hpp"

#include <gtest/gtest.h>

#include <array>

namespace ncf::filter {
namespace {

constexpr std::array<Choice, 2> colours{{{"red", 4}, {"blue", 32}}};

constexpr Parameter level{.name = "level", .minimum = -5, .maximum = 22, .default_value = 3};
constexpr Parameter even{.name = "even", .minimum = 2, .maximum = 32, .multiple_of = 2};
constexpr std::array<Choice, 2> finishes{{{"matt", 8}, {"rough", 64}}};
constexpr Parameter colour{.name = "colour",
                           .kind = Kind::choice,
                           .choices = colours,
                           .flags = finishes,
                           .default_value = 4};
constexpr Parameter lower_bounded{.name = "bound", .kind = Kind::real, .maximum = unbounded};
constexpr Parameter high_bound{
    .name = "bound", .kind = Kind::real, .maximum = unbounded, .high_word_first = true};
constexpr Parameter size{.name = "size", .kind = Kind::automatic};
constexpr Parameter extra{.name = "extra", .may_be_left_out = true};

using CdValueList = std::vector<std::uint32_t>;

TEST(Schema, SaysWhatIsExpected) {
  EXPECT_EQ(expected(level), "-5 to 22");
  EXPECT_EQ(expected(even), "2 to 32 in steps of 2");
  EXPECT_EQ(expected(colour), "red (4) or blue (32)");
  EXPECT_EQ(expected(lower_bounded), "0 or more");
}

TEST(Schema, AllowsBothEndsOfARangeAndNothingOutside) {
  EXPECT_TRUE(allows(level, -5));
  EXPECT_TRUE(allows(level, 22));
  EXPECT_FALSE(allows(level, -6));
  EXPECT_FALSE(allows(level, 23));
  EXPECT_FALSE(allows(level, 2.5));
  EXPECT_FALSE(allows(even, 7));
  EXPECT_FALSE(allows(lower_bounded, -0.5));
  EXPECT_FALSE(allows(lower_bounded, std::numeric_limits<double>::infinity()));
  EXPECT_FALSE(allows(lower_bounded, std::numeric_limits<double>::quiet_NaN()));
}

TEST(Schema, AChoiceMayHaveFlagsBesideItsNumber) {
  EXPECT_TRUE(allows(colour, 32));
  EXPECT_TRUE(allows(colour, 40));
  EXPECT_FALSE(allows(colour, 36));
  EXPECT_FALSE(allows(colour, 33));
  EXPECT_FALSE(allows(colour, -1));
  EXPECT_EQ(format_value(colour, 40), "blue");
  EXPECT_EQ(format_value(colour, 36), "36");
  EXPECT_EQ(format_flags(colour, 32), "");
  EXPECT_EQ(format_flags(colour, 104), "matt, rough");
}

TEST(Schema, KeepsNegativeIntegersAsTwosComplement) {
  const std::array parameters{level};
  const Layout layout{.parameters = parameters};
  EXPECT_EQ(write_cd_values(layout, {-5.0}), CdValueList{4294967291U});
  EXPECT_EQ(read_value(level, CdValueList{4294967291U}), -5);
}

TEST(Schema, KeepsDoublesInTwoWordsOfEitherOrder) {
  EXPECT_EQ(width(lower_bounded), 2U);
  const std::array low{lower_bounded};
  const std::array high{high_bound};
  EXPECT_EQ(write_cd_values({.parameters = low}, {1.5}), (CdValueList{0, 1073217536}));
  EXPECT_EQ(write_cd_values({.parameters = high}, {1.5}), (CdValueList{1073217536, 0}));
  EXPECT_EQ(read_value(lower_bounded, CdValueList{0, 1073217536}), 1.5);
  EXPECT_EQ(read_value(high_bound, CdValueList{1073217536, 0}), 1.5);
}

TEST(Schema, FillsInStandardsAndZeros) {
  const std::array parameters{size, level, colour};
  const Layout layout{.parameters = parameters};
  EXPECT_EQ(write_cd_values(layout, {std::nullopt, std::nullopt, 32.0}), (CdValueList{0, 3, 32}));
}

TEST(Schema, StopsAtAParameterLeftOut) {
  const std::array parameters{level, extra, colour};
  const Layout layout{.parameters = parameters};
  EXPECT_EQ(write_cd_values(layout, {1.0, std::nullopt, std::nullopt}), CdValueList{1});
  EXPECT_EQ(write_cd_values(layout, {1.0, 2.0, std::nullopt}), (CdValueList{1, 2, 4}));
}

TEST(Schema, LeavesOutAutomaticWordsAtTheEndDownToTheFewest) {
  const std::array parameters{level, size, size};
  EXPECT_EQ(write_cd_values({.parameters = parameters}, {1.0, {}, {}}), CdValueList{1});
  EXPECT_EQ(write_cd_values({.parameters = parameters, .min_cd_values = 2}, {1.0, {}, {}}),
            (CdValueList{1, 0}));
}

TEST(Schema, FindsOnlyWhatUsersGiveInAnyLetterCase) {
  const std::array parameters{size, level};
  const Layout layout{.parameters = parameters};
  EXPECT_EQ(find_parameter(layout, "LEVEL"), &parameters[1]);
  EXPECT_EQ(find_parameter(layout, "size"), nullptr);
  EXPECT_EQ(find_choice(colour, "Blue"), &colours[1]);
  EXPECT_EQ(find_choice(colour, "green"), nullptr);
}

TEST(Schema, ListsAlternatives) {
  EXPECT_EQ(alternatives(std::vector<std::string>{}), "");
  EXPECT_EQ(alternatives(std::vector<std::string>{"a"}), "a");
  EXPECT_EQ(alternatives(std::vector<std::string>{"a", "b"}), "a or b");
  EXPECT_EQ(alternatives(std::vector<std::string>{"a", "b", "c"}), "a, b or c");
}

}  // namespace
}  // namespace ncf::filter
