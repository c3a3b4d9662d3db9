// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/values/type.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <utility>

#include "support/values.hpp"

namespace ncf::model {
namespace {

TEST(Type, AtomicTypesAreSingletons) {
  EXPECT_EQ(atomic_type(TypeClass::int_).get(), atomic_type(TypeClass::int_).get());
  EXPECT_NE(atomic_type(TypeClass::int_).get(), atomic_type(TypeClass::uint).get());
}

TEST(Type, AtomicFacts) {
  EXPECT_EQ(atomic_type(TypeClass::byte_)->name, "byte");
  EXPECT_EQ(atomic_type(TypeClass::char_)->name, "char");
  EXPECT_EQ(atomic_type(TypeClass::short_)->size_bytes, 2U);
  EXPECT_EQ(atomic_type(TypeClass::float_)->size_bytes, 4U);
  EXPECT_EQ(atomic_type(TypeClass::uint64)->size_bytes, 8U);
  EXPECT_EQ(atomic_type(TypeClass::string)->size_bytes, sizeof(char*));
  EXPECT_TRUE(atomic_type(TypeClass::uint64)->is_fixed_size);
  EXPECT_FALSE(atomic_type(TypeClass::string)->is_fixed_size);
}

TEST(Type, OnlyTwelveAreAtomic) { EXPECT_THROW(atomic_type(TypeClass::opaque), std::out_of_range); }

TEST(Type, Kinds) {
  EXPECT_TRUE(atomic_type(TypeClass::ubyte)->is_integer());
  EXPECT_FALSE(atomic_type(TypeClass::char_)->is_integer());
  EXPECT_FALSE(atomic_type(TypeClass::float_)->is_integer());
  EXPECT_FALSE(atomic_type(TypeClass::string)->is_integer());
  EXPECT_TRUE(atomic_type(TypeClass::double_)->is_floating_point());
  EXPECT_FALSE(test::vlen_of(atomic_type(TypeClass::int_), "v")->is_integer());
}

TEST(Type, SameTypeComparesAllTheWayDown) {
  const TypeRef ints = test::vlen_of(atomic_type(TypeClass::int_), "list");
  const TypeRef ints_again = test::vlen_of(atomic_type(TypeClass::int_), "list");
  const TypeRef shorts = test::vlen_of(atomic_type(TypeClass::short_), "list");
  const TypeRef renamed = test::vlen_of(atomic_type(TypeClass::int_), "row");
  EXPECT_TRUE(same_type(*ints, *ints_again));
  EXPECT_FALSE(same_type(*ints, *shorts));
  EXPECT_FALSE(same_type(*ints, *renamed));

  const TypeRef a = test::compound_of({{"x", 0, ints, {2}}}, 32, "c");
  EXPECT_TRUE(same_type(*a, *test::compound_of({{"x", 0, ints_again, {2}}}, 32, "c")));
  EXPECT_FALSE(same_type(*a, *test::compound_of({{"x", 0, shorts, {2}}}, 32, "c")));
  EXPECT_FALSE(same_type(*a, *test::compound_of({{"x", 0, ints, {1, 2}}}, 32, "c")));
  EXPECT_FALSE(same_type(*a, *test::compound_of({{"y", 0, ints, {2}}}, 32, "c")));
  EXPECT_FALSE(same_type(*a, *test::compound_of({}, 32, "c")));
}

TEST(Type, NamesOfDifferentUnicodeFormsAreEqual) {
  const TypeRef number = atomic_type(TypeClass::int_);
  const TypeRef composed = test::compound_of({{"\u00e9", 0, number, {}}}, 4, "t\u00e9");
  EXPECT_TRUE(
      same_type(*composed, *test::compound_of({{"e\u0301", 0, number, {}}}, 4, "te\u0301")));
  EXPECT_FALSE(same_type(*composed, *test::compound_of({{"e", 0, number, {}}}, 4, "t\u00e9")));
}

TEST(Type, EnumerationsCompareByMembers) {
  Type type;
  type.type_class = TypeClass::enumeration;
  type.name = "cloud";
  type.size_bytes = 1;
  type.base = atomic_type(TypeClass::byte_);
  type.members = {{"clear", {std::byte{0}}}, {"cumulus", {std::byte{1}}}};
  Type other = type;
  EXPECT_TRUE(same_type(type, other));
  other.members[1].value = {std::byte{2}};
  EXPECT_FALSE(same_type(type, other));
}

TEST(Type, FieldsCountTheirValues) {
  EXPECT_EQ((CompoundField{"x", 0, atomic_type(TypeClass::int_), {}}.value_count()), 1U);
  EXPECT_EQ((CompoundField{"x", 0, atomic_type(TypeClass::int_), {2, 3}}.value_count()), 6U);
}

Type compound() {
  Type type;
  type.type_class = TypeClass::compound;
  return type;
}

TypeRef sequence_of(const TypeRef& base) {
  Type type;
  type.type_class = TypeClass::vlen;
  type.size_bytes = sizeof(Vlen);
  type.base = base;
  return make_type(std::move(type));
}

TEST(TypeMaker, ClassifiesByWhatATypeContains) {
  const TypeRef number = atomic_type(TypeClass::int_);
  EXPECT_TRUE(number->is_fixed_size);
  EXPECT_FALSE(atomic_type(TypeClass::string)->is_fixed_size);
  EXPECT_FALSE(sequence_of(number)->is_fixed_size);
  Type fixed = compound();
  ASSERT_TRUE(append_field(fixed, {"n", 0, number, {3}}));
  EXPECT_TRUE(make_type(fixed)->is_fixed_size);
  ASSERT_TRUE(append_field(fixed, {"list", 0, sequence_of(number), {}}));
  const TypeRef variable = make_type(fixed);
  EXPECT_FALSE(variable->is_fixed_size);
  Type outer = compound();
  ASSERT_TRUE(append_field(outer, {"inner", 0, variable, {}}));
  EXPECT_FALSE(make_type(outer)->is_fixed_size);
}

TEST(TypeMaker, AlignsFieldsAsCompilersDo) {
  Type type = compound();
  ASSERT_TRUE(append_field(type, {"a", 0, atomic_type(TypeClass::byte_), {}}));
  ASSERT_TRUE(append_field(type, {"b", 0, atomic_type(TypeClass::double_), {}}));
  ASSERT_TRUE(append_field(type, {"c", 0, atomic_type(TypeClass::short_), {3}}));
  EXPECT_EQ(type.fields[1].offset_bytes, 8U);
  EXPECT_EQ(type.fields[2].offset_bytes, 16U);
  EXPECT_EQ(type.size_bytes, 22U);
  pad_compound(type);
  EXPECT_EQ(type.size_bytes, 24U);
}

TEST(TypeMaker, LimitsSizesAndCountsDepth) {
  Type type = compound();
  EXPECT_FALSE(append_field(
      type, {"a", 0, atomic_type(TypeClass::byte_), {max_type_bytes, max_type_bytes}}));
  const TypeRef list = sequence_of(atomic_type(TypeClass::int_));
  EXPECT_EQ(depth_of(*list), 2U);
  EXPECT_EQ(depth_of(*sequence_of(list)), 3U);
}

}  // namespace
}  // namespace ncf::model
