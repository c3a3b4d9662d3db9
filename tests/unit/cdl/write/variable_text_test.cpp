// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/variable_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "unit/cdl/write/data_text.hpp"

namespace ncf::cdl {
namespace {

using model::atomic_type;
using model::Schema;
using model::TypeClass;
using model::Values;
using test::one_variable;
using test::values_of;

TEST(Data, AScalarIsOneValue) {
  EXPECT_EQ(data_text(one_variable(TypeClass::int_, {}), counting(1)), "\n v = 1 ;\n");
}

TEST(Data, RowsEndWithTheLastDimension) {
  const Schema schema = one_variable(TypeClass::int_, {fixed(2), fixed(3)});
  EXPECT_EQ(data_text(schema, counting(6)), "\n v =\n  1, 2, 3,\n  4, 5, 6 ;\n");
}

TEST(Data, LinesAreWrappedBetweenValues) {
  CdlStyle style;
  style.line_length = 16;
  EXPECT_EQ(data_text(one_variable(TypeClass::int_, {fixed(9)}), counting(9), style),
            "\n v = 1, 2, 3, \n    4, 5, 6, \n    7, 8, 9 ;\n");
}

TEST(Data, TheTextDoesNotDependOnThePiecesValuesComeIn) {
  const Schema schema = one_variable(TypeClass::int_, {growing(3), growing(4), fixed(50)});
  for (CdlStyle style; style.line_length > 20; style.line_length -= 7) {
    const std::string whole = data_text(schema, counting(600), style);
    for (const std::size_t batch : {1U, 7U, 49U, 50U, 51U, 599U}) {
      EXPECT_EQ(data_text(schema, counting(600), style, batch), whole);
    }
  }
}

TEST(Data, DimensionsThatGrowHaveBraces) {
  const Schema schema = one_variable(TypeClass::int_, {growing(2), growing(2), growing(1)});
  EXPECT_EQ(data_text(schema, counting(4)), "\n v =\n  {{1},\n  {2}},\n  {{3},\n  {4}} ;\n");
}

TEST(Data, AnnotationsSayTheIndices) {
  const Schema schema = one_variable(TypeClass::int_, {fixed(2), fixed(2)});
  CdlStyle brief;
  brief.brief_annotations = true;
  EXPECT_EQ(data_text(schema, counting(4), brief),
            "\n v =\n  // v(0, 0-1)\n    1, 2,\n  // v(1, 0-1)\n    3, 4 ;\n");
  brief.index_order = IndexOrder::fortran;
  EXPECT_EQ(data_text(schema, counting(4), brief),
            "\n v =\n  // v(1-2 ,1)\n    1, 2,\n  // v(1-2 ,2)\n    3, 4 ;\n");
  CdlStyle full;
  full.full_annotations = true;
  EXPECT_EQ(data_text(schema, counting(4), full),
            "\n v =\n  1,   // v(0,0)\n    2,  // v(0,1)\n    3,   // v(1,0)\n    4;  // v(1,1)\n"
            "    ");
}

TEST(Data, FillValuesAreUnderscores) {
  Schema schema = one_variable(TypeClass::int_, {fixed(3)});
  const Values values = values_of<std::int32_t>(TypeClass::int_, {1, -2147483647, -9});
  EXPECT_EQ(data_text(schema, values), "\n v = 1, _, -9 ;\n");
  add_attribute(schema, "_FillValue", values_of<std::int32_t>(TypeClass::int_, {-9}));
  EXPECT_EQ(data_text(schema, values), "\n v = 1, -2147483647, _ ;\n");
}

TEST(Data, AFillValueOfFloatsMayBeRounded) {
  Schema schema = one_variable(TypeClass::float_, {fixed(4)});
  add_attribute(schema, "_FillValue", values_of<float>(TypeClass::float_, {1e20F}));
  const float nearly = std::nextafter(1e20F, 0.0F);
  const Values values = values_of<float>(TypeClass::float_, {nearly, 1.1e20F, NAN, -INFINITY});
  EXPECT_EQ(data_text(schema, values), "\n v = _, 1.1e+20, NaNf, -Infinityf ;\n");
}

TEST(Data, FillValuesOfUserTypesAreComparedByTheirParts) {
  Schema schema = one_variable(TypeClass::int_, {fixed(4)});
  const model::TypeRef numbers = test::vlen_of(atomic_type(TypeClass::short_), "numbers");
  schema.variables[0].type = numbers;
  Values fill(numbers, 1);
  test::set(fill, 0, test::allocate_vlen<std::int16_t>({1, 2}));
  add_attribute(schema, "_FillValue", fill);
  Values values(numbers, 4);
  test::set(values, 0, test::allocate_vlen<std::int16_t>({1, 2}));
  test::set(values, 1, test::allocate_vlen<std::int16_t>({1, 3}));
  test::set(values, 2, test::allocate_vlen<std::int16_t>({1}));
  EXPECT_EQ(data_text(schema, values), "\n v = _, {1, 3}, {1}, {} ;\n");

  // A byte of padding behind the first field is no part of the value.
  const model::TypeRef pair = test::compound_of(
      {{"b", 0, atomic_type(TypeClass::byte_), {}}, {"s", 2, atomic_type(TypeClass::short_), {2}}},
      6, "pair");
  schema = one_variable(TypeClass::int_, {fixed(3)});
  schema.variables[0].type = pair;
  Values pairs(pair, 3);
  for (std::size_t i = 0; i < 3; ++i) {
    test::set<std::int8_t>(pairs, i, 5);
    test::set<std::int8_t>(pairs, i, static_cast<std::int8_t>(i), 1);
    test::set<std::int16_t>(pairs, i, 6, 2);
    test::set<std::int16_t>(pairs, i, i == 2 ? 8 : 7, 4);
  }
  Values one(pair, 1);
  std::memcpy(one.data(), pairs.data(), pair->size_bytes);
  add_attribute(schema, "_FillValue", one);
  EXPECT_EQ(data_text(schema, pairs), "\n v = _, _, {5, {6, 8}} ;\n");
}

TEST(Data, BytesHaveNoFillValueUnlessTheySaySo) {
  Schema schema = one_variable(TypeClass::byte_, {fixed(2)});
  const Values values = values_of<std::int8_t>(TypeClass::byte_, {-127, 0});
  EXPECT_EQ(data_text(schema, values), "\n v = -127, 0 ;\n");
  add_attribute(schema, "_FillValue", values_of<std::int8_t>(TypeClass::byte_, {-127}));
  EXPECT_EQ(data_text(schema, values), "\n v = _, 0 ;\n");
}

TEST(Data, TimesThatAreNoDatesStayNumbers) {
  Schema schema = one_variable(TypeClass::double_, {fixed(4)});
  add_text_attribute(schema, "units", "days since 1970-01-01");
  CdlStyle style;
  style.date_separator = ' ';
  EXPECT_EQ(
      data_text(schema, values_of<double>(TypeClass::double_, {1.5, NAN, 1e30, -INFINITY}), style),
      "\n v = \"1970-01-02 12\", NaN, 1e+30, -Infinity ;\n");
}

TEST(Data, WhatIsCutShortIsCdlAllTheSame) {
  const Schema schema = one_variable(TypeClass::int_, {growing(3), growing(2), fixed(2)});
  for (const std::size_t count : {1U, 2U, 4U}) {
    CdlWriter cut(schema, {});
    VariableText text = cut.variable_text(0);
    ValueTexts texts;
    const Values values = counting(count);
    cut.formatter(0).append(texts, values.data(), count);
    text.begin(cut.text());
    text.append(cut.text(), texts);
    text.cut_short(cut.text());
    const std::string expected = count == 1   ? "\n v =\n  {1, _} ;\n"
                                 : count == 2 ? "\n v =\n  {1, 2,\n  _} ;\n"
                                              : "\n v =\n  {1, 2,\n  3, 4},\n  {_} ;\n";
    EXPECT_EQ(cut.text(), expected);
  }
}

TEST(Data, RowsOfTextThatAreCutShortAreCdlAllTheSame) {
  const Schema schema = one_variable(TypeClass::char_, {fixed(2), fixed(3)});
  for (const auto& [characters, expected] :
       {std::pair<std::string, std::string>{"ab", "\n v =\n  \"ab\", _ ;\n"},
        {"abc", "\n v =\n  \"abc\",\n  _ ;\n"},
        {"abcd", "\n v =\n  \"abc\",\n  \"d\", _ ;\n"}}) {
    CdlWriter cut(schema, {});
    VariableText text = cut.variable_text(0);
    text.begin(cut.text());
    text.append_characters(cut.text(), characters);
    text.cut_short(cut.text());
    EXPECT_EQ(cut.text(), expected);
  }
}

TEST(Data, AnnotationsOfRowsOfOneSayItsIndex) {
  const Schema schema = one_variable(TypeClass::int_, {fixed(2), fixed(1)});
  CdlStyle brief;
  brief.brief_annotations = true;
  EXPECT_EQ(data_text(schema, counting(2), brief),
            "\n v =\n  // v(0,0)\n    1,\n  // v(1,0)\n    2 ;\n");
  brief.index_order = IndexOrder::fortran;
  EXPECT_EQ(data_text(schema, counting(2), brief),
            "\n v =\n  // v(1,1)\n    1,\n  // v(1,2)\n    2 ;\n");
}

}  // namespace
}  // namespace ncf::cdl
