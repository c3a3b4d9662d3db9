// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/fill_value.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "support/errors.hpp"

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

std::string parsed(const std::string& data_type, const std::string& json) {
  const auto value = parse_fill_value(base::parse_json(json), element_named(data_type));
  return value ? bits_of(*value) : "none";
}

TEST(FillValue, FormsOfVersion3AreReadExactly) {
  const struct {
    const char* data_type;
    const char* json;
    const char* bits;
  } rows[] = {
      {R"("float32")", "1.5", "3fc00000"},
      {R"("float32")", R"("NaN")", "7fc00000"},
      {R"("float32")", R"("Infinity")", "7f800000"},
      {R"("float32")", R"("-Infinity")", "ff800000"},
      {R"("float32")", R"("0x7fc00001")", "7fc00001"},
      {R"("float32")", R"("0xFFC00001")", "ffc00001"},
      {R"("float64")", "-0.0", "8000000000000000"},
      {R"("float64")", R"("0x7ff8000000000001")", "7ff8000000000001"},
      {R"("float16")", R"("0x3e00")", "3fc00000"},
      {R"("bool")", "true", "01"},
      {R"("int8")", "-128", "80"},
      {R"("uint64")", "18446744073709551615", "ffffffffffffffff"},
      {R"("complex64")", R"(["-Infinity","0x7fc00001"])", "7fc00001ff800000"},
      {R"("complex128")", R"([1,"NaN"])", "7ff80000000000003ff0000000000000"},
      {R"("r16")", "[1,255]", "ff01"},
      {R"("r16")", R"("Af8=")", "ff01"},
      {R"("r24")", "0", "000000"},
      {R"({"name":"raw_bytes","configuration":{"length_bytes":3}})", R"("AQID")", "030201"},
      {R"({"name":"null_terminated_bytes","configuration":{"length_bytes":1}})", R"("YQ==")", "61"},
      {R"("float32")", "null", "none"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(parsed(row.data_type, row.json), row.bits) << row.data_type << ' ' << row.json;
  }
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
      {R"("int32")", "1.5", "int"},
      {R"("int32")", "2147483648", "int"},
      {R"("complex64")", "[1.5]", "complex64"},
      {R"("complex64")", R"(["x",1])", "complex64"},
      {R"("r16")", "[1]", "V2"},
      {R"("r16")", "[1,256]", "V2"},
      {R"("r16")", R"("AQ==")", "V2"},
      {R"("string")", "5", "string"},
      {two_characters, R"("äöü")", "string"},
  };
  for (const auto& row : rows) {
    const std::string reason = test::reason_of([&] { parsed(row.data_type, row.json); });
    EXPECT_EQ(reason, fmt::format("fill_value {} is not a value of type {}", row.json, row.type));
  }
  EXPECT_NO_THROW(parsed(two_characters, R"("äö")"));
}

TEST(FillValue, UserValuesOfOtherFormsAreNone) {
  EXPECT_EQ(bits_of(parse_user_value(base::parse_json("[1,2]"), element_named(R"("r16")")).value()),
            "0201");
  for (const char* json : {"[1]", R"("AQ")", "{}", "true"}) {
    EXPECT_FALSE(parse_user_value(base::parse_json(json), element_named(R"("r16")"))) << json;
    EXPECT_FALSE(parse_user_value(base::parse_json(json), element_named(R"("complex64")"))) << json;
  }
}

}  // namespace
}  // namespace ncf::store::zarr
