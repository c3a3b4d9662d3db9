// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/write/cdl_writer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "cdl/write/ncml_text.hpp"
#include "support/values.hpp"

namespace ncf::cdl {
namespace {

using model::atomic_type;
using model::Schema;
using model::TypeClass;
using model::Values;
using test::values_of;

/// A schema of one variable "v".
Schema schema_of(TypeClass type, const std::vector<model::Dimension>& dimensions) {
  Schema schema;
  model::Variable variable;
  variable.name = "v";
  variable.type = atomic_type(type);
  for (const model::Dimension& dimension : dimensions) {
    variable.dimensions.push_back(schema.dimensions.size());
    schema.dimensions.push_back(dimension);
  }
  schema.variables.push_back(variable);
  return schema;
}

model::Dimension fixed(std::size_t length) { return {"x", length, false, 0}; }
model::Dimension growing(std::size_t length) { return {"t", length, true, 0}; }

void add_attribute(Schema& schema, const std::string& name, Values values) {
  schema.variables[0].attributes.push_back(
      {name, std::make_shared<const Values>(std::move(values))});
}

/// The text of the variable's values, handed over in pieces of `batch`.
std::string data_text(const Schema& schema, const Values& values, const CdlStyle& style = {},
                      std::size_t batch = 1000) {
  CdlWriter writer(schema, style);
  const ValueFormatter formatter = writer.formatter(0);
  VariableText text = writer.variable_text(0);
  text.begin(writer.text());
  const std::size_t size = values.type()->size_bytes;
  for (std::size_t done = 0; done < values.count(); done += batch) {
    const std::size_t count = std::min(batch, values.count() - done);
    const std::byte* begin = values.data() + done * size;
    if (text.is_text()) {
      text.append_characters(writer.text(), {reinterpret_cast<const char*>(begin), count});
    } else {
      ValueTexts texts;
      formatter.append(texts, begin, count);
      text.append(writer.text(), texts);
    }
  }
  return writer.text();
}

Values counting(std::size_t count) {
  std::vector<std::int32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1);
  return values_of(TypeClass::int_, numbers);
}

TEST(Data, AScalarIsOneValue) {
  EXPECT_EQ(data_text(schema_of(TypeClass::int_, {}), counting(1)), "\n v = 1 ;\n");
}

TEST(Data, RowsEndWithTheLastDimension) {
  const Schema schema = schema_of(TypeClass::int_, {fixed(2), fixed(3)});
  EXPECT_EQ(data_text(schema, counting(6)), "\n v =\n  1, 2, 3,\n  4, 5, 6 ;\n");
}

TEST(Data, LinesAreWrappedBetweenValues) {
  CdlStyle style;
  style.line_length = 16;
  EXPECT_EQ(data_text(schema_of(TypeClass::int_, {fixed(9)}), counting(9), style),
            "\n v = 1, 2, 3, \n    4, 5, 6, \n    7, 8, 9 ;\n");
}

TEST(Data, TheTextDoesNotDependOnThePiecesValuesComeIn) {
  const Schema schema = schema_of(TypeClass::int_, {growing(3), growing(4), fixed(50)});
  for (CdlStyle style; style.line_length > 20; style.line_length -= 7) {
    const std::string whole = data_text(schema, counting(600), style);
    for (const std::size_t batch : {1U, 7U, 49U, 50U, 51U, 599U}) {
      EXPECT_EQ(data_text(schema, counting(600), style, batch), whole);
    }
  }
}

TEST(Data, DimensionsThatGrowHaveBraces) {
  const Schema schema = schema_of(TypeClass::int_, {growing(2), growing(2), growing(1)});
  EXPECT_EQ(data_text(schema, counting(4)), "\n v =\n  {{1},\n  {2}},\n  {{3},\n  {4}} ;\n");
}

TEST(Data, AnnotationsSayTheIndices) {
  const Schema schema = schema_of(TypeClass::int_, {fixed(2), fixed(2)});
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
  Schema schema = schema_of(TypeClass::int_, {fixed(3)});
  const Values values = values_of<std::int32_t>(TypeClass::int_, {1, -2147483647, -9});
  EXPECT_EQ(data_text(schema, values), "\n v = 1, _, -9 ;\n");
  add_attribute(schema, "_FillValue", values_of<std::int32_t>(TypeClass::int_, {-9}));
  EXPECT_EQ(data_text(schema, values), "\n v = 1, -2147483647, _ ;\n");
}

TEST(Data, AFillValueOfFloatsMayBeRounded) {
  Schema schema = schema_of(TypeClass::float_, {fixed(4)});
  add_attribute(schema, "_FillValue", values_of<float>(TypeClass::float_, {1e20F}));
  const float nearly = std::nextafter(1e20F, 0.0F);
  const Values values = values_of<float>(TypeClass::float_, {nearly, 1.1e20F, NAN, -INFINITY});
  EXPECT_EQ(data_text(schema, values), "\n v = _, 1.1e+20, NaNf, -Infinityf ;\n");
}

TEST(Data, FillValuesOfUserTypesAreComparedByTheirParts) {
  Schema schema = schema_of(TypeClass::int_, {fixed(4)});
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
  schema = schema_of(TypeClass::int_, {fixed(3)});
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
  Schema schema = schema_of(TypeClass::byte_, {fixed(2)});
  const Values values = values_of<std::int8_t>(TypeClass::byte_, {-127, 0});
  EXPECT_EQ(data_text(schema, values), "\n v = -127, 0 ;\n");
  add_attribute(schema, "_FillValue", values_of<std::int8_t>(TypeClass::byte_, {-127}));
  EXPECT_EQ(data_text(schema, values), "\n v = _, 0 ;\n");
}

TEST(Data, CFormatDecidesUnlessDigitsAreAskedFor) {
  Schema schema = schema_of(TypeClass::float_, {fixed(2)});
  add_attribute(schema, "C_format", model::text_values("%8.3f"));
  const Values values = values_of<float>(TypeClass::float_, {1.5F, NAN});
  EXPECT_EQ(data_text(schema, values), "\n v =    1.500, NaNf ;\n");
  CdlStyle style;
  style.float_digits = 3;
  EXPECT_EQ(data_text(schema, values, style), "\n v =    1.500, NaNf ;\n");
  style.float_digits_rule = true;
  EXPECT_EQ(data_text(schema, values, style), "\n v = 1.5, NaNf ;\n");
}

TEST(Data, ACFormatThatDoesNotFitIsNotUsed) {
  const Values values = values_of<float>(TypeClass::float_, {1.5F});
  for (const char* format : {"%s", "%d", "%n", "%*f", "%f %f", "%", "%5", "text", "%9999f"}) {
    Schema schema = schema_of(TypeClass::float_, {fixed(1)});
    add_attribute(schema, "C_format", model::text_values(format));
    EXPECT_EQ(data_text(schema, values), "\n v = 1.5 ;\n") << format;
  }
}

TEST(Data, ACFormatOfIntegersKnowsTheirSize) {
  Schema schema = schema_of(TypeClass::short_, {fixed(2)});
  add_attribute(schema, "C_format", model::text_values("0x%04lx"));
  EXPECT_EQ(data_text(schema, values_of<std::int16_t>(TypeClass::short_, {-1, 10})),
            "\n v = 0xffffffff, 0x000a ;\n");
}

TEST(Data, ACFormatOfWideIntegersKnowsTheirSign) {
  Schema schema = schema_of(TypeClass::int64, {fixed(2)});
  add_attribute(schema, "C_format", model::text_values("%d%%"));
  const std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(data_text(schema, values_of<std::int64_t>(TypeClass::int64, {lowest, 7})),
            "\n v = -9223372036854775808%, 7% ;\n");
  schema = schema_of(TypeClass::uint64, {fixed(2)});
  add_attribute(schema, "C_format", model::text_values("%u%%"));
  EXPECT_EQ(data_text(schema, values_of<std::uint64_t>(TypeClass::uint64, {~std::uint64_t{0}, 7})),
            "\n v = 18446744073709551615%, 7% ;\n");
}

TEST(Data, ACFormatThatIsNoShortTextIsNotUsed) {
  const Values values = values_of<std::int32_t>(TypeClass::int_, {7});
  Schema numbers = schema_of(TypeClass::int_, {});
  add_attribute(numbers, "C_format", values_of<std::int32_t>(TypeClass::int_, {5}));
  EXPECT_EQ(data_text(numbers, values), "\n v = 7 ;\n");
  for (const std::size_t length : {97U, 98U}) {
    Schema schema = schema_of(TypeClass::int_, {});
    add_attribute(schema, "C_format", model::text_values("%d" + std::string(length, 'm')));
    EXPECT_EQ(data_text(schema, values),
              length == 97 ? "\n v = \n    7" + std::string(97, 'm') + " ;\n" : "\n v = 7 ;\n");
  }
}

TEST(Data, CharactersAreTextsUnlessCFormatSaysOtherwise) {
  Schema schema = schema_of(TypeClass::char_, {fixed(2), fixed(3)});
  const Values values = model::text_values(std::string_view("ab\0cde", 6));
  const std::string texts = "\n v =\n  \"ab\",\n  \"cde\" ;\n";
  EXPECT_EQ(data_text(schema, values), texts);
  EXPECT_EQ(data_text(schema, values, {}, 1), texts);
  const auto with_format = [&](const char* format, const CdlStyle& style = {}) {
    Schema formatted = schema;
    add_attribute(formatted, "C_format", model::text_values(format));
    return data_text(formatted, values, style);
  };
  for (const char* format : {"", "%s", "text", "%f"}) EXPECT_EQ(with_format(format), texts);
  EXPECT_EQ(with_format("%3d"), "\n v =\n   97,  98, _,\n   99, 100, 101 ;\n");
  EXPECT_EQ(with_format("%c"), "\n v =\n  a, b, _,\n  c, d, e ;\n");
  CdlStyle exact;
  exact.exact = true;
  EXPECT_EQ(with_format("%c", exact), texts);
}

TEST(Data, TimesThatAreNoDatesStayNumbers) {
  Schema schema = schema_of(TypeClass::double_, {fixed(4)});
  add_attribute(schema, "units", model::text_values("days since 1970-01-01"));
  CdlStyle style;
  style.date_separator = ' ';
  EXPECT_EQ(
      data_text(schema, values_of<double>(TypeClass::double_, {1.5, NAN, 1e30, -INFINITY}), style),
      "\n v = \"1970-01-02 12\", NaN, 1e+30, -Infinity ;\n");
}

TEST(Data, WhatIsCutShortIsCdlAllTheSame) {
  const Schema schema = schema_of(TypeClass::int_, {growing(3), growing(2), fixed(2)});
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
  const Schema schema = schema_of(TypeClass::char_, {fixed(2), fixed(3)});
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
  const Schema schema = schema_of(TypeClass::int_, {fixed(2), fixed(1)});
  CdlStyle brief;
  brief.brief_annotations = true;
  EXPECT_EQ(data_text(schema, counting(2), brief),
            "\n v =\n  // v(0,0)\n    1,\n  // v(1,0)\n    2 ;\n");
  brief.index_order = IndexOrder::fortran;
  EXPECT_EQ(data_text(schema, counting(2), brief),
            "\n v =\n  // v(1,1)\n    1,\n  // v(1,2)\n    2 ;\n");
}

std::string header_text(const Schema& schema, const CdlStyle& style = {},
                        const model::Provenance& provenance = {}) {
  CdlWriter writer(schema, style, provenance);
  writer.begin("n");
  writer.define(0);
  writer.end();
  return writer.text();
}

TEST(Header, AttributesSayTheirTypesBySuffixes) {
  Schema schema = schema_of(TypeClass::int_, {});
  add_attribute(schema, "b", values_of<std::int8_t>(TypeClass::byte_, {1, -2}));
  add_attribute(schema, "s", values_of<std::int16_t>(TypeClass::short_, {3}));
  add_attribute(schema, "f", values_of<float>(TypeClass::float_, {4, 0.1F}));
  add_attribute(schema, "d", values_of<double>(TypeClass::double_, {5, 1e100}));
  add_attribute(schema, "ub", values_of<std::uint8_t>(TypeClass::ubyte, {255}));
  add_attribute(schema, "u", values_of<std::uint64_t>(TypeClass::uint64, {6}));
  add_attribute(schema, "empty", Values(atomic_type(TypeClass::int_)));
  EXPECT_EQ(header_text(schema),
            "netcdf n {\nvariables:\n\tint v ;\n\t\tv:b = 1b, -2b ;\n\t\tv:s = 3s ;\n"
            "\t\tv:f = 4.f, 0.1f ;\n\t\tv:d = 5., 1.e+100 ;\n\t\tv:ub = 255UB ;\n\t\tv:u = 6ULL ;\n"
            "\t\tv:empty = \"\" ;\n}\n");
}

TEST(Header, NamesOfSectionsKeepTheirDistanceFromColons) {
  Schema schema = schema_of(TypeClass::int_, {growing(2)});
  schema.variables[0].name = "data";
  add_attribute(schema, "units", model::text_values("1"));
  EXPECT_EQ(header_text(schema),
            "netcdf n {\ndimensions:\n\tt = UNLIMITED ; // (2 currently)\nvariables:\n"
            "\tint data(t) ;\n\t\tdata :units = \"1\" ;\n}\n");
}

TEST(Header, SpecialAttributesComeLastAndInWordsIfAsked) {
  Schema schema = schema_of(TypeClass::int_, {fixed(4)});
  schema.variables[0].storage = {model::Layout::chunked, {2}};
  schema.variables[0].filters = {{2, {4}}, {1, {5}}, {307, {9}}};
  model::Provenance provenance;
  provenance.is_netcdf4 = true;
  CdlStyle style;
  style.special_attributes = true;
  style.explain = true;
  EXPECT_EQ(header_text(schema, style, provenance),
            "netcdf n {\ndimensions:\n\tx = 4 ;\nvariables:\n\tint v(x) ;\n"
            "\t\tv:_Storage = \"chunked\" ;\n\t\tv:_ChunkSizes = 2 ;\n"
            "\t\tv:_Shuffle = \"true\" ;\n\t\tv:_DeflateLevel = 5 ;\n"
            "\t\tv:_Filter = \"307,9\" ; // bzip2 level=9\n\n// global attributes:\n"
            "\t\t:_IsNetcdf4 = 1 ;\n\t\t:_Format = \"netCDF-4\" ;\n}\n");
  style.filters_in_full = true;
  EXPECT_NE(header_text(schema, style, provenance).find("\t\tv:_Filter = \"2,4|1,5|307,9\" ;"),
            std::string::npos);
}

TEST(Header, StorageAndCodecsOfOtherWritersAreNamed) {
  Schema schema = schema_of(TypeClass::int_, {fixed(4)});
  schema.variables[0].storage = {model::Layout::other, {}};
  schema.variables[0].codecs = {
      {filter::ZarrFormat::v2, "bz2", base::parse_json(R"({"id":"bz2","level":9})")},
      {filter::ZarrFormat::v2, "ours\n", base::parse_json(R"({"id":"ours\n","word":"\""})")}};
  CdlStyle style;
  style.special_attributes = true;
  style.explain = true;
  model::Provenance provenance;
  provenance.properties = "version=2,\"x\"";
  const std::string text = header_text(schema, style, provenance);
  EXPECT_NE(text.find("\t\tv:_Storage = \"virtual\" ;\n"), std::string::npos) << text;
  EXPECT_NE(text.find(R"(v:_Codecs = "[{\"id\":\"bz2\",\"level\":9},)"
                      R"({\"id\":\"ours\\n\",\"word\":\"\\\"\"}]" ; // bzip2 level=9 | ours?)"
                      "\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"(:_NCProperties = "version=2,\"x\"" ;)"), std::string::npos) << text;
}

TEST(Header, DatesStandBehindTheNumbersOfAttributes) {
  Schema schema = schema_of(TypeClass::int_, {});
  add_attribute(schema, "units", model::text_values("days since 1970-01-01"));
  add_attribute(schema, "range", values_of<std::int32_t>(TypeClass::int_, {0, 1}));
  CdlStyle style;
  style.date_separator = ' ';
  EXPECT_NE(header_text(schema, style).find("v:range = 0, 1 ; // \"1970-01-01\", \"1970-01-02\"\n"),
            std::string::npos);
}

TEST(Ncml, IsXml) {
  Schema schema = schema_of(TypeClass::float_, {growing(2)});
  schema.format = Format::classic;
  schema.variables[0].name = "<v>";
  add_attribute(schema, "units", model::text_values("\"K\""));
  add_attribute(schema, "range", values_of<float>(TypeClass::float_, {1, 2.5F}));
  EXPECT_EQ(format_ncml(schema, "a&b.nc", {true}, {}),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<netcdf xmlns=\"https://www.unidata.ucar.edu/namespaces/netcdf/ncml-2.2\" "
            "location=\"a&amp;b.nc\">\n"
            "  <dimension name=\"t\" length=\"2\" isUnlimited=\"true\" />\n"
            "  <variable name=\"&lt;v&gt;\" shape=\"t\" type=\"float\">\n"
            "    <attribute name=\"units\" value=\"&quot;K&quot;\" />\n"
            "    <attribute name=\"range\" type=\"float\" value=\"1. 2.5\" />\n"
            "  </variable>\n</netcdf>\n");
}

TEST(Ncml, NumbersAreThoseOfPrintf) {
  Schema schema = schema_of(TypeClass::int_, {});
  add_attribute(schema, "b", values_of<std::int8_t>(TypeClass::byte_, {-1, 65}));
  add_attribute(schema, "i", values_of<std::int32_t>(TypeClass::int_, {7}));
  add_attribute(schema, "d", values_of<double>(TypeClass::double_, {NAN, -INFINITY, 5}));
  const std::string text = format_ncml(schema, "a.nc", {true}, {});
  EXPECT_NE(text.find("<attribute name=\"b\" type=\"byte\" value=\"-1 65\" />"), std::string::npos);
  EXPECT_NE(text.find("<attribute name=\"i\" type=\"int\" value=\"7\" />"), std::string::npos);
  EXPECT_NE(text.find("type=\"double\" value=\"nan -inf 5.\" />"), std::string::npos) << text;
}

}  // namespace
}  // namespace ncf::cdl
