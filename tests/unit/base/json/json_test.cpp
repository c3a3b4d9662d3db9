// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/json/json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "support/errors.hpp"
#include "support/table.hpp"

namespace ncf::base {
namespace {

std::string message_of(std::string_view text) {
  return test::reason_of([&] { parse_json(text); }, ErrorCode::corrupt);
}

TEST(Json, ReadsAndWritesWhatItRead) {
  for (const char* text :
       {"null", "true", "-0", "1e5", "1.50", "18446744073709551615", R"("a\n\"\\")", "[]", "{}",
        R"([1,"a",[null]])", R"({"b":1,"a":{"c":[]}})", "[NaN,-Infinity,Infinity]", R"("ü€😀")"}) {
    EXPECT_EQ(format_compact_json(parse_json(text)), text);
    EXPECT_EQ(parse_json(format_json(parse_json(text))), parse_json(text)) << text;
  }
  EXPECT_EQ(format_json(parse_json(R"({"a": [1, 2], "b": "ü"})")),
            "{\n    \"a\": [1, 2],\n    \"b\": \"\\u00fc\"\n}\n");
}

TEST(Json, Escapes) {
  EXPECT_EQ(parse_json(R"("\u00fc\ud83d\ude00\/")").text, "ü😀/");
  // Bytes that are not UTF-8, as Python writes them.
  EXPECT_EQ(parse_json(R"("a\udcff")").text, "a\xFF");
  EXPECT_EQ(format_compact_json(Json("a\xFF")), R"("a\udcff")");
  // And as libnetcdf writes them.
  EXPECT_EQ(parse_json("\"a\xFF\"").text, "a\xFF");
  EXPECT_EQ(format_json(Json("ü\xFF\n"), JsonTexts::as_bytes), "\"ü\xFF\\n\"\n");
  EXPECT_EQ(format_compact_json(Json(std::string_view("\0\x1F", 2))), R"("\u0000\u001f")");
}

TEST(Json, Errors) {
  EXPECT_EQ(message_of(""), "incorrect JSON at byte 0: it ends too early");
  test::expect_table(message_of, R"(
    {"a":1,"a":2} -> incorrect JSON at byte 7: "a" is given twice
    [1 2]         -> incorrect JSON at byte 3: expected "," or "]"
    [] x          -> incorrect JSON at byte 3: text after the JSON
    [1, 1e400]    -> incorrect JSON at byte 4: a number too large for a double
  )");
  EXPECT_EQ(message_of("\"\n\""), "incorrect JSON at byte 1: a control character in a string");
  EXPECT_EQ(message_of("[-1" + std::string(400, '0') + "]"),
            "incorrect JSON at byte 1: a number too large for a double");
  for (const char* text : {R"("\ud83d")", R"("\ud83d\ud83d")", R"("\ud83dx")", R"("\ude00")"}) {
    EXPECT_EQ(message_of(text), "incorrect JSON at byte 1: half a surrogate pair") << text;
  }
  for (const char* text : {"{", "[", "\"", "\"\\", "\"\\u12", "{\"a\"", "{\"a\":", "-", "1.", "1e",
                           "nul", "{1:2}", "[,]", "+1", "01", "'a'"}) {
    EXPECT_NE(message_of(text), "") << text;
  }
}

TEST(Json, Bombs) {
  EXPECT_EQ(message_of(std::string(1000, '[')),
            "incorrect JSON at byte 64: nested more than 64 levels deep");
  std::string many = "[0";
  for (int i = 0; i < 2'000'000; ++i) many += ",0";
  EXPECT_EQ(test::reason_of([&] { parse_json(many + "]"); }, ErrorCode::unsupported),
            "JSON with more than 2000000 values cannot be read");
}

// In fewer digits than a double has, the largest float becomes a larger number.
TEST(Json, FloatsAreReadAsFloats) {
  for (const char* text : {"3.4028235e+38", "3.40282347e+38", "3.4028234663852886e+38"}) {
    EXPECT_EQ(as_float(parse_json(text)), std::numeric_limits<float>::max()) << text;
  }
  EXPECT_EQ(as_float(parse_json("-3.5e38")), std::nullopt);
  EXPECT_EQ(as_float(parse_json("1e-60")), 0.0F);
  EXPECT_EQ(as_float(parse_json("-Infinity")), -INFINITY);
  // Half way between two floats, and a little more.
  EXPECT_EQ(as_float(parse_json("1.000000059604644775390625001")), 1.00000012F);
}

TEST(Json, Numbers) {
  EXPECT_EQ(as_int64(parse_json("-9223372036854775808")), INT64_MIN);
  EXPECT_EQ(as_int64(parse_json("9223372036854775808")), std::nullopt);
  EXPECT_EQ(as_uint64(parse_json("18446744073709551615")), UINT64_MAX);
  EXPECT_EQ(as_int64(parse_json("1.0")), std::nullopt);
  EXPECT_EQ(as_int64(parse_json("\"1\"")), std::nullopt);
  EXPECT_EQ(as_double(parse_json("-1e-400")), 0.0);
  EXPECT_EQ(as_double(parse_json("0." + std::string(400, '0') + "1")), 0.0);
  EXPECT_TRUE(std::isnan(*as_double(parse_json("NaN"))));
  EXPECT_EQ(Json(1.0).text, "1.0");
  EXPECT_EQ(Json(9.969209968386869e+36).text, "9.969209968386869e+36");
  EXPECT_EQ(format_compact_json(bare_word_as_text(parse_json("NaN"))), R"("NaN")");
  EXPECT_EQ(format_compact_json(text_as_bare_word(parse_json(R"("-Infinity")"))), "-Infinity");
}

TEST(Json, IsMadeOfValues) {
  const std::optional<std::string> nothing;
  const Json json = json_object({{"null", nothing},
                                 {"yes", true},
                                 {"size", std::uint64_t{UINT64_MAX}},
                                 {"number", -3},
                                 {"real", 2.0},
                                 {"text", "t"},
                                 {"texts", std::vector<std::string>{"a", "b"}},
                                 {"given", std::optional(1)},
                                 {"none", json_text_or_null("")},
                                 {"squares", json_list(std::vector{2, 3}, [](int number) {
                                    return Json(number * number);
                                  })}});
  EXPECT_EQ(format_compact_json(json),
            R"({"null":null,"yes":true,"size":18446744073709551615,"number":-3,"real":2.0,)"
            R"("text":"t","texts":["a","b"],"given":1,"none":null,"squares":[4,9]})");
}

TEST(Json, TextsForWhomTheyAreWritten) {
  const Json json = std::vector<Json>{Json("\xff\u00fc"), Json(std::nan(""))};
  EXPECT_EQ(format_json(json, JsonTexts::escaped), "[\"\\udcff\\u00fc\", NaN]\n");
  EXPECT_EQ(format_json(json, JsonTexts::as_bytes), "[\"\xff\u00fc\", NaN]\n");
  EXPECT_EQ(format_json(json, JsonTexts::standard), "[\"\ufffd\u00fc\", null]\n");
}

TEST(Json, TheValueInAUsersText) {
  const std::string_view text = R"(x|{"a": [1, "}"]} |y)";
  const JsonReading reading = read_json(text, 2);
  EXPECT_EQ(format_compact_json(reading.value), R"({"a":[1,"}"]})");
  EXPECT_EQ(text.substr(reading.end), " |y");
  try {
    read_json("[1, NaN]");
    FAIL();
  } catch (const SyntaxError& error) {
    EXPECT_EQ(error.reason(), "incorrect JSON: expected a value");
    EXPECT_EQ(error.span().begin, 4U);
    EXPECT_EQ(error.span().end, 7U);
  }
  EXPECT_NO_THROW(read_json("[[1]]", 0, max_json_depth - 2));
  EXPECT_THROW(read_json("[[1]]", 0, max_json_depth - 1), SyntaxError);
}

TEST(Json, FindsTheFirstMemberOfAName) {
  const std::string_view text = R"({"b": "c", "a": {"c": [1, {}]}, "c": 5})";
  const auto found = find_json_member(text, "c");
  ASSERT_TRUE(found);
  EXPECT_EQ(text.substr(found->begin, found->end - found->begin), R"("c": [1, {}])");
  EXPECT_FALSE(find_json_member(text, "d"));
}

}  // namespace
}  // namespace ncf::base
