// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/values/values.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/errors.hpp"
#include "support/values.hpp"

// Run with a sanitizer, these tests also show that nothing leaks and nothing is freed twice.
namespace ncf::model {
namespace {

using test::allocate_string;
using test::allocate_vlen;
using test::get;
using test::set;

/// Returns a compound with a string, a sequence of strings and an array of sequences of numbers,
/// with the pointers at odd offsets, because the fields of a compound need not be aligned.
TypeRef nested_type() {
  const TypeRef texts = test::vlen_of(atomic_type(TypeClass::string), "texts");
  const TypeRef numbers = test::vlen_of(atomic_type(TypeClass::double_), "numbers");
  return test::compound_of({{"flag", 0, atomic_type(TypeClass::byte_), {}},
                            {"name", 1, atomic_type(TypeClass::string), {}},
                            {"words", 9, texts, {}},
                            {"rows", 25, numbers, {2}}},
                           57, "record");
}

Values nested_values() {
  Values values(nested_type(), 2);
  set(values, 0, std::int8_t{7}, 0);
  set(values, 0, allocate_string("first"), 1);
  set(values, 0, allocate_vlen<char*>({allocate_string("a"), nullptr, allocate_string("")}), 9);
  set(values, 0, allocate_vlen<double>({1, 2, 3}), 25);
  set(values, 1, allocate_string("second"), 1);
  set(values, 1, allocate_vlen<double>({4}), 25 + sizeof(Vlen));
  return values;
}

TEST(Values, StartZeroed) {
  const Values values(atomic_type(TypeClass::string), 2);
  EXPECT_EQ(values.count(), 2U);
  EXPECT_EQ(values.size_bytes(), 2 * sizeof(char*));
  EXPECT_EQ(get<char*>(values, 0), nullptr);
  EXPECT_EQ(get<char*>(values, 1), nullptr);
}

TEST(Values, CopiesAreDeep) {
  Values original = nested_values();
  const Values copy = original;
  EXPECT_TRUE(copy == original);
  EXPECT_NE(get<char*>(copy, 0, 1), get<char*>(original, 0, 1));
  get<char*>(original, 0, 1)[0] = 'F';
  EXPECT_STREQ(get<char*>(copy, 0, 1), "first");
  EXPECT_FALSE(copy == original);
}

TEST(Values, EveryPartCounts) {
  const Values original = nested_values();
  Values copy = original;
  set(copy, 0, std::int8_t{8}, 0);
  EXPECT_FALSE(copy == original);

  copy = original;
  static_cast<double*>(get<Vlen>(copy, 1, 25 + sizeof(Vlen)).data)[0] = 5;
  EXPECT_FALSE(copy == original);

  copy = original;
  static_cast<char**>(get<Vlen>(copy, 0, 9).data)[2][0] = 'x';
  EXPECT_FALSE(copy == original);
}

TEST(Values, MovedFromIsEmptyAndUsable) {
  Values from = nested_values();
  const Values to = std::move(from);
  EXPECT_TRUE(to == nested_values());
  EXPECT_EQ(from.count(), 0U);  // NOLINT(bugprone-use-after-move): the subject of this test
  from.reset(1);
  EXPECT_EQ(get<char*>(from, 0, 1), nullptr);
}

TEST(Values, AssignmentReplaces) {
  Values values = nested_values();
  values = Values(atomic_type(TypeClass::int_), 3);
  EXPECT_EQ(values.count(), 3U);
  EXPECT_EQ(values.type(), atomic_type(TypeClass::int_));
}

TEST(Values, ResetFreesAndZeroes) {
  Values values = nested_values();
  values.reset(3);
  EXPECT_TRUE(values == Values(nested_type(), 3));
  values.reset(0);
  EXPECT_EQ(values.count(), 0U);
}

TEST(Values, NullAndEmptyStringsDiffer) {
  EXPECT_FALSE(test::strings({""}) == Values(atomic_type(TypeClass::string), 1));
}

TEST(Values, EmptySequencesAreEqualWhateverTheyPointTo) {
  const TypeRef type = test::vlen_of(atomic_type(TypeClass::int_), "list");
  Values values(type, 1);
  set(values, 0, Vlen{0, std::malloc(1)});
  EXPECT_TRUE(values == Values(type, 1));
  const Values copy = values;
  EXPECT_EQ(get<Vlen>(copy, 0).data, nullptr);
}

TEST(Values, NanIsComparedByBits) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto values = test::values_of<double>(TypeClass::double_, {nan});
  EXPECT_TRUE(values == test::values_of<double>(TypeClass::double_, {nan}));
  EXPECT_FALSE(values == test::values_of<double>(TypeClass::double_, {-nan}));
  EXPECT_FALSE(test::values_of<double>(TypeClass::double_, {0.0}) ==
               test::values_of<double>(TypeClass::double_, {-0.0}));
}

TEST(Values, TypeAndCountMatter) {
  EXPECT_FALSE(Values(atomic_type(TypeClass::int_), 1) == Values(atomic_type(TypeClass::uint), 1));
  EXPECT_FALSE(Values(atomic_type(TypeClass::int_), 1) == Values(atomic_type(TypeClass::int_), 2));
}

TEST(Values, BytesBetweenFieldsMeanNothing) {
  const TypeRef type = test::compound_of({{"flag", 0, atomic_type(TypeClass::byte_), {}},
                                          {"number", 4, atomic_type(TypeClass::int_), {}}},
                                         8, "padded");
  Values values(type, 1);
  values.data()[2] = std::byte{1};
  EXPECT_TRUE(values == Values(type, 1));
  values.data()[4] = std::byte{1};
  EXPECT_FALSE(values == Values(type, 1));
}

TEST(Values, Text) {
  EXPECT_EQ(text_of(text_values("degrees_north")), "degrees_north");
  EXPECT_EQ(text_of(text_values("")), "");
  EXPECT_EQ(text_of(text_values(std::string_view("a\0b", 3))).size(), 3U);
  EXPECT_EQ(
      test::reason_of([] { text_of(Values(atomic_type(TypeClass::int_))); }, ErrorCode::internal),
      "text_of: values of type int");
}

TEST(Values, TextsHaveOneEntryPerString) {
  Values values(atomic_type(TypeClass::string), 3);
  set(values, 0, allocate_string("a"));
  set(values, 2, allocate_string("b"));
  EXPECT_EQ(texts_of(values), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(texts_of(text_values("a")), std::vector<std::string_view>{"a"});
}

TEST(Values, AStringContainsNoNul) {
  EXPECT_EQ(test::reason_of([] { (void)string_value(std::string("a\0b", 3)); }, ErrorCode::usage),
            "a text contains a NUL, which ends strings and names; only values of type char can "
            "contain one");
  EXPECT_EQ(text_values(std::string_view("a\0b", 3)).count(), 3U);
}

}  // namespace
}  // namespace ncf::model
