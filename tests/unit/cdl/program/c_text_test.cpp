// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/program/c_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "support/values.hpp"

namespace ncf::cdl {
namespace {

using model::TypeClass;

template <class Number>
std::string constants(TypeClass type, std::initializer_list<Number> numbers) {
  const model::Schema schema;
  const CNames names(schema);
  model::Values values(model::atomic_type(type), numbers.size());
  std::memcpy(values.data(), std::data(numbers), values.size_bytes());
  std::string out;
  CList list(out, 0, 2);
  put_values(list, names, *values.type(), values);
  return out;
}

TEST(CConstants, LowestIntegersAreWrittenWithoutOneThatIsTooLarge) {
  EXPECT_EQ(constants(TypeClass::int_, {std::numeric_limits<std::int32_t>::min()}),
            "-2147483647 - 1");
  EXPECT_EQ(constants(TypeClass::int64, {std::numeric_limits<std::int64_t>::min()}),
            "-9223372036854775807LL - 1");
  EXPECT_EQ(constants(TypeClass::uint64, {std::numeric_limits<std::uint64_t>::max()}),
            "18446744073709551615ULL");
  EXPECT_EQ(constants<std::int8_t>(TypeClass::byte_, {-128, 127}), "-128, 127");
}

TEST(CConstants, RealNumbersHaveTheirPointAndTheirType) {
  EXPECT_EQ(constants<float>(TypeClass::float_, {1, 1e10F, 0.1F}), "1.f, 1.e+10f, 0.1f");
  EXPECT_EQ(constants<double>(TypeClass::double_, {-1, 0.1}), "-1., 0.1");
  EXPECT_EQ(constants<double>(TypeClass::double_, {NAN, INFINITY, -INFINITY}),
            "NAN, INFINITY, -INFINITY");
}

TEST(CStrings, NothingBecomesATrigraphOrALongerEscape) {
  EXPECT_EQ(c_string("what?"
                     "?/"),
            R"("what?\?/")");
  EXPECT_EQ(c_string("\0011"), R"("\0011")");
  EXPECT_EQ(c_string("a\"b\\c\n\t'\xC3\xA9"), R"("a\"b\\c\n\t'\303\251")");
}

TEST(CLists, LongOnesGoOnOnTheNextLine) {
  std::string out = "= ";
  CList list(out, out.size(), 2);
  list.open("{");
  for (int i = 0; i < 9; ++i) list.put("1234567890");
  list.close("};\n");
  EXPECT_EQ(out,
            "= {1234567890, 1234567890, 1234567890, 1234567890, 1234567890, 1234567890,\n"
            "  1234567890, 1234567890, 1234567890};\n");
}

TEST(CNames, NoTwoThingsShareOne) {
  model::Schema schema;
  schema.groups.push_back({"g", 0, {}});
  const auto add = [&](const char* name, model::GroupId group) {
    model::Variable& variable = schema.variables.emplace_back();
    variable.name = name;
    variable.group = group;
  };
  for (const char* name : {"a b", "a_b", "int"}) add(name, 0);
  add("b", 1);
  add("g_b", 0);
  const CNames names(schema);
  EXPECT_EQ(names.variable(0), "var_a_b");
  EXPECT_EQ(names.variable(1), "var_a_b_2");
  EXPECT_EQ(names.variable(2), "var_int");
  EXPECT_EQ(names.variable(3), "var_g_b");
  EXPECT_EQ(names.variable(4), "var_g_b_2");
}

}  // namespace
}  // namespace ncf::cdl
