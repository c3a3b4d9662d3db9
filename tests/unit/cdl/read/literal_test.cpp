// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "cdl/read/literal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>

namespace ncf::cdl {
namespace {

using model::TypeClass;

/// Returns "int 5", "double 1.5", or the reason of a refusal.
std::string read(std::string_view text) {
  try {
    const Number number = parse_number(text);
    return model::atomic_type(number.type)->name + " " + format_number(number) +
           (number.is_adjusted ? " adjusted" : "");
  } catch (const BadLiteral& bad) {
    return bad.reason + " at " + std::to_string(bad.offset);
  }
}

TEST(ParseNumber, IntegersHaveTheFirstTypeThatHoldsThem) {
  EXPECT_EQ(read("5"), "int 5");
  EXPECT_EQ(read("+5"), "int 5");
  EXPECT_EQ(read("-2147483648"), "int -2147483648");
  EXPECT_EQ(read("2147483648"), "uint 2147483648");
  EXPECT_EQ(read("-2147483649"), "int64 -2147483649");
  EXPECT_EQ(read("4294967296"), "uint64 4294967296");
  EXPECT_EQ(read("-9223372036854775808"), "int64 -9223372036854775808");
  EXPECT_EQ(read("18446744073709551615"), "uint64 18446744073709551615");
}

TEST(ParseNumber, SuffixesStandInAnyCaseAndOrder) {
  EXPECT_EQ(read("1b"), "byte 1");
  EXPECT_EQ(read("1UB"), "ubyte 1");
  EXPECT_EQ(read("1bu"), "ubyte 1");
  EXPECT_EQ(read("1s"), "short 1");
  EXPECT_EQ(read("1us"), "ushort 1");
  EXPECT_EQ(read("1L"), "int 1");
  EXPECT_EQ(read("1u"), "uint 1");
  EXPECT_EQ(read("1ul"), "uint 1");
  EXPECT_EQ(read("1LL"), "int64 1");
  EXPECT_EQ(read("1llU"), "uint64 1");
}

TEST(ParseNumber, BitsOfASuffixesTypeAreTakenAsSuch) {
  EXPECT_EQ(read("65535s"), "short -1 adjusted");
  EXPECT_EQ(read("0xffb"), "int 4091");  // b is a digit here
  EXPECT_EQ(read("0xffs"), "short 255");
  EXPECT_EQ(read("0xffffs"), "short -1");
  EXPECT_EQ(read("0177777s"), "short -1");
  EXPECT_EQ(read("0xabcdabcdabcdabcdLL"), "int64 -6067004223159161907");
  EXPECT_EQ(read("65536s"), "does not fit 16 bits at 0");
  EXPECT_EQ(read("-129b"), "does not fit 8 bits at 0");
  EXPECT_EQ(read("-1u"), "an unsigned integer below zero at 0");
}

TEST(ParseNumber, LongIsAsLongAsItMustBe) {
  EXPECT_EQ(read("4294967295L"), "int -1 adjusted");
  EXPECT_EQ(read("4294967296L"), "int64 4294967296 adjusted");
  EXPECT_EQ(read("-200000000000L"), "int64 -200000000000 adjusted");
  EXPECT_EQ(read("51200000000ul"), "uint64 51200000000 adjusted");
  EXPECT_EQ(read("0xabcdabcdabcdabcdL"), "int64 -6067004223159161907 adjusted");
  EXPECT_EQ(read("18446744073709551616L"), "an integer beyond 64 bits at 0");
  EXPECT_EQ(read("-9223372036854775809L"), "does not fit 64 bits at 0");
}

TEST(ParseNumber, OctalAndHexadecimal) {
  EXPECT_EQ(read("017"), "int 15");
  EXPECT_EQ(read("-0200"), "int -128");
  EXPECT_EQ(read("0"), "int 0");
  EXPECT_EQ(read("089"), "'8' in an octal number at 1");
  EXPECT_EQ(read("0x1F"), "int 31");
  EXPECT_EQ(read("0x"), "no digits after 0x at 2");
}

TEST(ParseNumber, RealNumbers) {
  EXPECT_EQ(read("1.5"), "double 1.5");
  EXPECT_EQ(read(".5"), "double 0.5");
  EXPECT_EQ(read("5."), "double 5");
  EXPECT_EQ(read("-1e-3"), "double -0.001");
  EXPECT_EQ(read("1.5f"), "float 1.5");
  EXPECT_EQ(read("1.5L"), "double 1.5");
  EXPECT_EQ(read("1d"), "double 1");
  EXPECT_EQ(read("Infinity"), "double inf");
  EXPECT_EQ(read("-Infinityf"), "float -inf");
  EXPECT_EQ(read("+Infinity"), "double inf");
  EXPECT_EQ(read("+Infinityf"), "float inf");
  EXPECT_EQ(read("+Inff"), "float inf");
  EXPECT_EQ(read("1e"), "text after a number: 'e' at 1");
  EXPECT_EQ(read("1.2.3"), "text after a number: '.3' at 3");
  EXPECT_EQ(parse_number("0.1f").real, double{0.1F});
  EXPECT_TRUE(parse_number("1e400").has_overflowed);
  EXPECT_TRUE(parse_number("1e39f").has_overflowed);
  EXPECT_EQ(parse_number("1e-400").real, 0);
}

TEST(ParseNumber, Junk) {
  EXPECT_EQ(read("5x"), "text after a number: 'x' at 1");
  for (const char* text : {"abc", "infinity", "def", "u", "x5", ".", ".e5"}) {
    EXPECT_EQ(read(text), "not a number at 0") << text;
  }
  for (const char* text : {"+", "-", "-NaN", "+NaN", "--5", "-x", "-.f"}) {
    EXPECT_EQ(read(text), "not a number at 1") << text;
  }
  EXPECT_EQ(read("5" + std::string(10000, 'x')),
            "text after a number: '" + std::string(40, 'x') + "' at 1");
  EXPECT_EQ(read("1lll"), "text after a number: 'lll' at 1");
  EXPECT_EQ(read("99999999999999999999"), "an integer beyond 64 bits at 0");
  EXPECT_EQ(read("-18446744073709551615"), "an integer beyond 64 bits at 0");
}

TEST(FindNamedNumber, KnowsWhatNcgenKnows) {
  EXPECT_TRUE(std::isnan(find_named_number("NaN")->real));
  EXPECT_EQ(find_named_number("nanf")->type, TypeClass::float_);
  EXPECT_EQ(find_named_number("FloatInf")->type, TypeClass::float_);
  EXPECT_FALSE(find_named_number("Inf"));
  EXPECT_FALSE(find_named_number("-NaN"));
  EXPECT_FALSE(find_named_number("+NaN"));
}

TEST(ParseCharacter, OneByte) {
  EXPECT_EQ(parse_character("'a'").magnitude, 97U);
  EXPECT_EQ(parse_character(R"('\n')").magnitude, 10U);
  EXPECT_EQ(parse_character(R"('\377')").magnitude, 255U);
  EXPECT_EQ(parse_character(R"('\x7f')").magnitude, 127U);
  EXPECT_EQ(parse_character(R"('\0')").magnitude, 0U);
  EXPECT_EQ(parse_character(R"('\'')").magnitude, 39U);
  EXPECT_THROW(parse_character("''"), BadLiteral);
  EXPECT_THROW(parse_character("'ab'"), BadLiteral);
  EXPECT_THROW(parse_character(R"('\400')"), BadLiteral);
}

TEST(ParseString, Escapes) {
  EXPECT_EQ(parse_string(R"("a\tb\\\"\101\x41\q\?")"), "a\tb\\\"AAq\x7F");
  EXPECT_EQ(parse_string(R"("\a\b\f\n\r\t\v\0101")"), "\a\b\f\n\r\t\v\b1");
  EXPECT_EQ(parse_string(R"("a\000b")"), std::string("a\0b", 3));
  EXPECT_EQ(parse_string("\"two\nlines\""), "two\nlines");
  EXPECT_EQ(parse_string("\"\""), "");
  EXPECT_THROW(parse_string(R"("\08")"), BadLiteral);
  EXPECT_THROW(parse_string(R"("\xg0")"), BadLiteral);
  EXPECT_THROW(parse_string(R"("\1")"), BadLiteral);
}

TEST(ParseName, DropsBackslashes) {
  EXPECT_EQ(parse_name(R"(a\ b\\c)"), "a b\\c");
  EXPECT_EQ(parse_name(R"(\9lives)"), "9lives");
}

}  // namespace
}  // namespace ncf::cdl
