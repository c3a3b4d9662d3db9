// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/types/type_maker.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "model/types/limits.hpp"

namespace ncf::model {
namespace {

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
