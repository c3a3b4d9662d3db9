// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/attributes.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "support/table.hpp"

namespace ncf::store::zarr {
namespace {

using base::parse_json;
using filter::ZarrFormat;

TEST(Attributes, OfEveryShapeOfJson) {
  const auto type_and_count = [](const std::string& json) {
    const auto attribute = parse_attribute("a", parse_json(json), nullptr, nullptr, ZarrFormat::v3);
    return attribute.values->type()->name + ' ' + std::to_string(attribute.values->count());
  };
  test::expect_table(type_and_count, R"(
    "text"               -> char 4
    1                    -> int 1
    -2147483649          -> int64 1
    18446744073709551615 -> uint64 1
    1.5                  -> double 1
    [1,2.5]              -> double 2
    true                 -> ubyte 1
    [true,false]         -> ubyte 2
    ["a","b"]            -> string 2
    []                   -> char 0
    null                 -> char 4
    {"a":1}              -> char 7
    [1,"a"]              -> char 7
    [[1],[2]]            -> char 9
    "NaN"                -> char 3
    ["NaN","Infinity"]   -> string 2
    ["NaN",1]            -> char 9
    [NaN,1]              -> double 2
    1e300                -> double 1
    [1,null]             -> char 8
  )");
  const std::string chars = ">S1";
  const auto text = parse_attribute("a", parse_json("{\"k\": 1}"), &chars, nullptr, ZarrFormat::v2);
  EXPECT_EQ(model::text_of(*text.values), "{\"k\":1}");
}

std::string rewritten(const std::string& json, ZarrFormat from, Format to,
                      const model::Type* variable = nullptr) {
  const model::Attribute attribute =
      parse_attribute("valid_range", parse_json(json), nullptr, variable, from);
  return format_compact_json(format_attribute(attribute, variable, to));
}

TEST(Attributes, KeepTheJsonTheyWereReadFrom) {
  for (const char* json :
       {"1", "1.0", "1.50", "[1]", "[]", "true", "[true,false]", "null", R"({"b":1,"a":{"c":[]}})",
        R"([1,"a"])", "[[1],[2]]", "123456789012345678901234567890", R"("text")", R"(["a"])",
        "[0.1,1e5]"}) {
    EXPECT_EQ(rewritten(json, ZarrFormat::v2, Format::zarr2), json);
    EXPECT_EQ(rewritten(json, ZarrFormat::v2, Format::zarr3), json);
    EXPECT_EQ(rewritten(json, ZarrFormat::v3, Format::zarr2), json);
  }
  // What follows the variable's type does so in the output.
  const model::TypeRef shorts = model::atomic_type(model::TypeClass::short_);
  EXPECT_EQ(rewritten("[5]", ZarrFormat::v3, Format::zarr2, shorts.get()), "[5]");
}

TEST(Attributes, InNczarrAreWhatLibnetcdfReads) {
  const auto written = [](const std::string& json) {
    return rewritten(json, ZarrFormat::v2, Format::nczarr);
  };
  test::expect_table(written, R"(
    1.50                 -> 1.50
    [true,false]         -> [true,false]
    ["a"]                -> ["a"]
    {"b":1}              -> {"b":1}
    null                 -> "null"
    []                   -> ""
    [[1],[2]]            -> "[[1],[2]]"
    [1,"a"]              -> "[1,\"a\"]"
    [NaN,1]              -> [NaN,1]
    18446744073709551615 -> 18446744073709551615
    18446744073709551616 -> 1.8446744073709552e+19
  )");
  const model::Attribute mixed =
      parse_attribute("a", parse_json(R"([1,"a"])"), nullptr, nullptr, ZarrFormat::v2);
  EXPECT_EQ(find_loss(mixed, nullptr, Format::nczarr),
            "text: netCDF's attributes are texts or numbers of one type");
  EXPECT_EQ(find_loss(mixed, nullptr, Format::zarr3), "");
}

TEST(Attributes, SpellNanAsZarrPythonDoes) {
  for (const char* json :
       {"NaN", "[-Infinity,1.50]", R"("NaN")", R"(["NaN"])", R"({"a":[NaN,"NaN"]})"}) {
    EXPECT_EQ(rewritten(json, ZarrFormat::v2, Format::zarr3), json);
    EXPECT_EQ(rewritten(json, ZarrFormat::v3, Format::zarr2), json);
    EXPECT_EQ(rewritten(json, ZarrFormat::v3, Format::nczarr), json);
  }
}

TEST(Attributes, AreTheirValuesIfTheJsonMeansOthers) {
  model::Attribute attribute =
      parse_attribute("a", parse_json("[1]"), nullptr, nullptr, ZarrFormat::v2);
  attribute.values = std::make_shared<const model::Values>(model::text_values("edited"));
  for (const Format format : {Format::zarr2, Format::zarr3, Format::nczarr}) {
    EXPECT_EQ(format_compact_json(format_attribute(attribute, nullptr, format)), R"("edited")");
  }
  // Another name, another type.
  const model::TypeRef bytes = model::atomic_type(model::TypeClass::byte_);
  attribute = parse_attribute("valid_min", parse_json("1.50e0"), nullptr, nullptr, ZarrFormat::v2);
  EXPECT_EQ(format_compact_json(format_attribute(attribute, nullptr, Format::zarr2)), "1.50e0");
  attribute = parse_attribute("a", parse_json("1e0"), nullptr, nullptr, ZarrFormat::v2);
  attribute.name = "valid_min";
  EXPECT_EQ(format_compact_json(format_attribute(attribute, bytes.get(), Format::zarr2)), "1.0");
  // Text for libnetcdf, a number for others.
  const std::string json_text = "|J0";
  attribute = parse_attribute("a", parse_json("1"), &json_text, nullptr, ZarrFormat::v2);
  EXPECT_EQ(format_compact_json(format_attribute(attribute, nullptr, Format::zarr2)), R"("1")");
  EXPECT_EQ(format_compact_json(format_attribute(attribute, nullptr, Format::nczarr)), R"("1")");
}

// Readers of netCDF do not show NULs at the end of a text, and readers of Zarr would.
TEST(Attributes, TextsEndBeforeTheirPadding) {
  using std::string_literals::operator""s;
  const auto written = [](const std::string& name, const std::string& text,
                          model::TypeClass variable) {
    const model::Attribute attribute{
        name, std::make_shared<const model::Values>(model::text_values(text)), {}};
    return format_compact_json(
        format_attribute(attribute, model::atomic_type(variable).get(), Format::zarr2));
  };
  using enum model::TypeClass;
  EXPECT_EQ(written("units", "K\0\0"s, double_), R"("K")");
  EXPECT_EQ(written("units", "a\0b\0"s, double_), R"("a\u0000b")");
  EXPECT_EQ(written("units", "\0"s, char_), R"("")");
  EXPECT_EQ(written("missing_value", "\0"s, char_), R"("\u0000")");
  // JSON of a Zarr store is kept.
  const auto read =
      parse_attribute("a", parse_json(R"("K\u0000")"), nullptr, nullptr, ZarrFormat::v2);
  EXPECT_EQ(format_compact_json(format_attribute(read, nullptr, Format::zarr3)), R"("K\u0000")");
}

// libnetcdf cannot read the escape of NUL, and gives an empty fill value its one character.
TEST(Attributes, OnlyAFillValueOfNulIsAnEmptyTextInNczarr) {
  using std::string_literals::operator""s;
  const model::TypeRef chars = model::atomic_type(model::TypeClass::char_);
  const std::string dtype = ">S1";
  const auto read_back_text = [&](const std::string& name, const std::string& text) {
    const model::Attribute attribute{
        name, std::make_shared<const model::Values>(model::text_values(text)), {}};
    const base::Json json = format_attribute(attribute, chars.get(), Format::nczarr);
    EXPECT_EQ(json.text.empty(), text.empty() || (name == "_FillValue" && text == "\0"s));
    const auto read = parse_attribute(name, json, &dtype, chars.get(), ZarrFormat::v2);
    return std::string(model::text_of(*read.values));
  };
  EXPECT_EQ(read_back_text("_FillValue", "\0"s), "\0"s);
  EXPECT_EQ(read_back_text("_FillValue", "a"), "a");
  for (const std::string& text : {""s, "\0"s, "a\0"s, "\0\0"s}) {
    EXPECT_EQ(read_back_text("missing_value", text), text);
  }
  // JSON of Zarr v2 is not kept if libnetcdf cannot read it.
  const auto fill = parse_attribute("_FillValue", parse_json(R"("\u0000")"), nullptr, chars.get(),
                                    ZarrFormat::v2);
  EXPECT_EQ(format_compact_json(format_attribute(fill, chars.get(), Format::nczarr)), R"("")");
  EXPECT_EQ(format_compact_json(format_attribute(fill, chars.get(), Format::zarr2)), R"("\u0000")");
}

}  // namespace
}  // namespace ncf::store::zarr
