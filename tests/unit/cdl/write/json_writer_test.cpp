// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/json_writer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/schema.hpp"
#include "support/values.hpp"

namespace ncf::cdl {
namespace {

using model::atomic_type;
using model::TypeClass;
using model::Values;

/// Returns the first values of a variable as JSON; it ends there if they are not all.
std::string json(const std::vector<std::size_t>& lengths, const Values& values) {
  std::vector<model::Dimension> dimensions;
  for (const std::size_t length : lengths) dimensions.push_back({"x", length});
  const model::Schema schema = test::one_variable(values.type(), dimensions);
  JsonValues writer(schema, schema.variables[0], {});
  std::string out;
  writer.append(out, values.data(), values.count());
  std::size_t total = 1;
  for (const std::size_t length : lengths) total *= length;
  if (values.count() < total) writer.cut_short(out);
  return out;
}

TEST(JsonValues, ListsNestAsDimensionsDo) {
  const auto ints = [](const std::vector<std::int32_t>& numbers) {
    return test::values_of(TypeClass::int_, numbers);
  };
  EXPECT_EQ(json({}, ints({7})), "7");
  EXPECT_EQ(json({2, 2}, ints({1, 2, 3, 4})), "[[1, 2], [3, 4]]");
  EXPECT_EQ(json({2, 1, 2}, ints({1, 2, 3, 4})), "[[[1, 2]], [[3, 4]]]");
}

TEST(JsonValues, WhatIsCutShortIsJsonAllTheSame) {
  const auto ints = [](const std::vector<std::int32_t>& numbers) {
    return test::values_of(TypeClass::int_, numbers);
  };
  EXPECT_EQ(json({3}, ints({1, 2})), "[1, 2, null]");
  EXPECT_EQ(json({2, 2}, ints({1})), "[[1, null]]");
  EXPECT_EQ(json({2, 2}, ints({1, 2})), "[[1, 2], [null]]");
  EXPECT_EQ(json({2, 2}, ints({1, 2, 3})), "[[1, 2], [3, null]]");
  EXPECT_EQ(json({2, 2, 1}, ints({1, 2})), "[[[1], [2]], [[null]]]");
  EXPECT_EQ(json({3, 2}, model::text_values("abc")), "[\"ab\", null]");
  EXPECT_EQ(json({3}, model::text_values("ab")), "null");
}

TEST(JsonValues, WhatJsonHasNoWordForIsNullOrANumber) {
  EXPECT_EQ(json({3}, test::values_of<double>(TypeClass::double_, {NAN, -INFINITY, 0.1})),
            "[null, null, 0.1]");
  model::Type type;
  type.type_class = TypeClass::enumeration;
  type.base = atomic_type(TypeClass::uint64);
  type.size_bytes = 8;
  type.members = {{"A", std::vector<std::byte>(8)}};
  Values values(std::make_shared<const model::Type>(type), 2);
  test::set<std::uint64_t>(values, 1, ~std::uint64_t{0});
  EXPECT_EQ(json({2}, values), "[\"A\", 18446744073709551615]");
}

TEST(JsonValues, CharactersAreTexts) {
  EXPECT_EQ(json({}, model::text_values("x")), "\"x\"");
  const model::TypeRef type = test::compound_of({{"c", 0, atomic_type(TypeClass::char_), {}},
                                                 {"t", 1, atomic_type(TypeClass::char_), {3}},
                                                 {"b", 4, atomic_type(TypeClass::byte_), {}}},
                                                5, "texts");
  Values values(type, 2);
  std::memcpy(values.data(), "\"ab\0\5\xFF\n\x7F\xE9\6", 10);
  EXPECT_EQ(json({2}, values),
            R"([{"c": "\"", "t": "ab", "b": 5}, {"c": "\u00ff", "t": "\n\u007f\u00e9", "b": 6}])");
}

}  // namespace
}  // namespace ncf::cdl
