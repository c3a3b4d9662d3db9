// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/fill_value.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

#include "support/errors.hpp"
#include "support/table.hpp"
#include "unit/store/zarr/read_fixture.hpp"

namespace ncf::store::zarr {
namespace {

/// Returns the bytes of a value in hexadecimal, the highest address first, so that a little-endian
/// number reads as it is written.
std::string bits_of(const model::Values& value) {
  std::string bits;
  for (std::size_t i = value.size_bytes(); i-- > 0;) {
    bits += fmt::format("{:02x}", std::to_integer<unsigned>(value.data()[i]));
  }
  return bits;
}

Element element_named(const std::string& data_type) {
  return parse_data_type(base::parse_json(data_type), std::endian::little);
}

/// Returns the bits of "DATA_TYPE FILL_VALUE".
std::string parsed(const std::string& text) {
  const std::size_t blank = text.find(' ');
  const auto value = parse_fill_value(base::parse_json(text.substr(blank + 1)),
                                      element_named(text.substr(0, blank)));
  return value ? bits_of(*value) : "none";
}

TEST(FillValue, FormsOfVersion3AreReadExactly) {
  test::expect_table(parsed, R"(
    "float32" 1.5                                                  -> 3fc00000
    "float32" "NaN"                                                -> 7fc00000
    "float32" "Infinity"                                           -> 7f800000
    "float32" "-Infinity"                                          -> ff800000
    "float32" "0x7fc00001"                                         -> 7fc00001
    "float32" "0xFFC00001"                                         -> ffc00001
    "float64" -0.0                                                 -> 8000000000000000
    "float64" "0x7ff8000000000001"                                 -> 7ff8000000000001
    "float16" "0x3e00"                                             -> 3fc00000
    "float16" "NaN"                                                -> 7fc00000
    "float16" "-Infinity"                                          -> ff800000
    "float16" -0.0                                                 -> 80000000
    "float16" 0.1                                                  -> 3dccc000
    "float16" 2049                                                 -> 45000000
    "float16" 2051                                                 -> 45004000
    "float16" 65519                                                -> 477fe000
    "float16" -9e-8                                                -> b4000000
    "float16" 1e-9                                                 -> 00000000
    "bfloat16" "0x3fc0"                                            -> 3fc00000
    "bfloat16" 0.1                                                 -> 3dcd0000
    "bfloat16" 257                                                 -> 43800000
    "bfloat16" 3.39e38                                             -> 7f7f0000
    "bfloat16" 1e-45                                               -> 00000000
    "bool" true                                                    -> 01
    "bool" 0                                                       -> 00
    "int8" -128                                                    -> 80
    "uint64" 18446744073709551615                                  -> ffffffffffffffff
    "complex64" ["-Infinity","0x7fc00001"]                         -> 7fc00001ff800000
    "complex128" [1,"NaN"]                                         -> \
                                                                      7ff80000000000003ff0000000000000
    "r16" [1,255]                                                  -> ff01
    "r16" "Af8="                                                   -> ff01
    "r24" 0                                                        -> 000000
    {"name":"raw_bytes","configuration":{"length_bytes":3}} "AQID" -> 030201
    {"name":"null_terminated_bytes","configuration":{"length_bytes":1}} "YQ=="
      -> 61
    "float32" null -> none
  )");
}

TEST(FillValue, OtherFormsAreRefused) {
  const std::string two_characters =
      R"({"name":"fixed_length_utf32","configuration":{"length_bytes":8}})";
  const struct {
    std::string data_type;
    const char* json;
    const char* type;
  } rows[] = {
      {R"("float32")", R"("nan")", "float"},
      {R"("float32")", R"("1.5")", "float"},
      {R"("float32")", R"("0x7fc0000")", "float"},
      {R"("float32")", R"("0x7fc000010")", "float"},
      {R"("float32")", R"("0x-fc00001")", "float"},
      {R"("float32")", "[1]", "float"},
      {R"("float16")", "65520", "float16"},
      {R"("float16")", R"("x")", "float16"},
      {R"("bfloat16")", "3.4e38", "bfloat16"},
      {R"("int32")", "1.5", "int"},
      {R"("int32")", "2147483648", "int"},
      {R"("bool")", "255", "bool"},
      {R"("bool")", "-1", "bool"},
      {R"("bool")", R"("0x02")", "bool"},
      {R"("int8")", R"("0x02")", "byte"},
      {R"("complex64")", "[1.5]", "complex64"},
      {R"("complex64")", R"(["x",1])", "complex64"},
      {R"("r16")", "[1]", "V2"},
      {R"("r16")", "[1,256]", "V2"},
      {R"("r16")", R"("AQ==")", "V2"},
      {R"("string")", "5", "string"},
      {two_characters, R"("äöü")", "string"},
  };
  for (const auto& row : rows) {
    const std::string reason = test::reason_of([&] { parsed(row.data_type + " " + row.json); });
    EXPECT_EQ(reason, fmt::format("fill_value {} is not a value of type {}", row.json, row.type));
  }
  EXPECT_NO_THROW(parsed(two_characters + R"( "äö")"));
}

TEST(FillValue, UserValuesOfOtherFormsAreNone) {
  EXPECT_EQ(bits_of(parse_user_value(base::parse_json("[1,2]"), element_named(R"("r16")")).value()),
            "0201");
  for (const char* json : {"[1]", R"("AQ")", "{}", "true"}) {
    EXPECT_FALSE(parse_user_value(base::parse_json(json), element_named(R"("r16")"))) << json;
    EXPECT_FALSE(parse_user_value(base::parse_json(json), element_named(R"("complex64")"))) << json;
  }
}

TEST(FillValue, AsXarrayHasIt) {
  const auto type = model::atomic_type(model::TypeClass::float_);
  const std::string half = "AAAAAAAA4D8=";  // of Python's struct.pack("<d", 0.5)
  const auto value = parse_xarray_fill(base::Json(half), type);
  ASSERT_TRUE(value);
  EXPECT_EQ(format_xarray_fill(*value), base::Json(half));
  float number = 0;
  std::memcpy(&number, value->data(), sizeof number);
  EXPECT_EQ(number, 0.5F);
  EXPECT_FALSE(parse_xarray_fill(base::Json("AAAA"), type));
}

using FillValuesRead = ReadTest;

TEST_F(FillValuesRead, OfTypesThatNetcdfLacks) {
  put(".zgroup", R"({"zarr_format":2})");
  put("a/.zarray", array_v2("<c8", "[1.5,-2]"));
  put("b/.zarray", array_v2(">M8[ns]", "-9223372036854775808"));
  put("c/.zarray", array_v2("<m8[s]", "258"));
  put("d/.zarray", array_v2("|V8", R"("AQIDAAAAAAA=")"));
  put("e/.zarray", array_v2(">c16", R"(["NaN",0.5])"));
  put("f/.zarray", array_v2("<c8", "0.0"));
  put("g/.zarray", array_v2("<M8[D]", R"("NaT")"));
  open();
  using Complex = std::array<float, 2>;
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(read<Complex>(0), std::vector<Complex>({{1.5F, -2.F}}));
  EXPECT_EQ(read<std::int64_t>(1), std::vector<std::int64_t>({none}));
  EXPECT_EQ(read<std::int64_t>(2), std::vector<std::int64_t>({258}));
  EXPECT_EQ(read<EightBytes>(3), std::vector<EightBytes>({{1, 2, 3}}));
  const auto wide = read<std::array<double, 2>>(4)[0];
  EXPECT_TRUE(std::isnan(wide[0]));
  EXPECT_EQ(wide[1], 0.5);
  EXPECT_EQ(read<Complex>(5), std::vector<Complex>({{0, 0}}));
  EXPECT_EQ(read<std::int64_t>(6), std::vector<std::int64_t>({none}));
}

TEST_F(FillValuesRead, OfTypesThatNetcdfLacksInVersion3) {
  const std::string date =
      R"({"name":"numpy.datetime64","configuration":{"unit":"s","scale_factor":1}})";
  put("zarr.json", R"({"zarr_format":3,"node_type":"group"})");
  put("a/zarr.json", array_v3(date, R"("NaT")"));
  put("b/zarr.json", array_v3(R"("complex64")", R"(["0x3fc00000","-Infinity"])"));
  put("c/zarr.json", array_v3(R"("r16")", "[1,255]"));
  put("d/zarr.json",
      array_v3(R"({"name":"raw_bytes","configuration":{"length_bytes":2}})", R"("Af8=")"));
  open();
  EXPECT_EQ(read<std::int64_t>(0),
            std::vector<std::int64_t>({std::numeric_limits<std::int64_t>::min()}));
  EXPECT_EQ((read<std::array<float, 2>>(1)),
            (std::vector<std::array<float, 2>>({{1.5F, -INFINITY}})));
  using TwoBytes = std::array<unsigned char, 2>;
  EXPECT_EQ(read<TwoBytes>(2), (std::vector<TwoBytes>({{1, 255}})));
  EXPECT_EQ(read<TwoBytes>(3), (std::vector<TwoBytes>({{1, 255}})));
}

TEST_F(FillValuesRead, AnAttributeThatIsNoFillValueHidesNoOtherArray) {
  const auto with_fill = [](std::string array, const std::string& fill) {
    array.back() = ',';
    return array + R"("attributes":{"_FillValue":)" + fill + "}}";
  };
  put("zarr.json", R"({"zarr_format":3,"node_type":"group"})");
  put("a/zarr.json", with_fill(array_v3(R"("r16")", "[1,255]"), R"("AQ")"));
  put("b/zarr.json", with_fill(array_v3(R"("complex64")", "[0,0]"), "[1,2]"));
  open();
  const auto& variables = store_->schema().variables;
  EXPECT_EQ(model::text_of(*variables[0].attributes.at(0).values), "AQ");
  EXPECT_TRUE(model::same_type(*variables[1].attributes.at(0).values->type(), *variables[1].type));
}

}  // namespace
}  // namespace ncf::store::zarr
