// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Single values of every type are read and written again.
#include "cdl/read/value_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "cdl/read/parser.hpp"
#include "cdl/write/value_text.hpp"
#include "support/table.hpp"
#include "unit/cdl/read/text_pieces.hpp"

namespace ncf::cdl {
namespace {

/// Returns the first line of a message, without its place.
std::string reason_of(const std::string& message) {
  const std::string line = message.substr(0, message.find('\n'));
  return line.substr(line.find(": ") + 2);
}

/// Returns a value, if there is one, and what was said of it, where each message begins with "; ".
std::string joined(const std::string& value, const std::string& said) {
  return value.empty() && !said.empty() ? said.substr(2) : value + said;
}

/// Reads `value` as the last of these types; returns the value in CDL, and the messages.
std::string read_as(const std::string& types, const std::string& type, const std::string& value) {
  std::string said;
  TextWindow window(in_pieces("netcdf a { types: " + types + " variables: " + type +
                              " v ; data: v = " + value + " ; }"));
  Diagnostics diagnostics("in",
                          [&](const std::string& message) { said += "; " + reason_of(message); });
  std::string text;
  const auto on_data = [&](const model::Schema& schema, model::VariableId id, Lexer& lexer) {
    model::Values values(schema.variables[id].type, 1);
    ValueReader(lexer, diagnostics).read(*values.type(), values.data());
    append_value(text, *values.type(), values.data(), {});
  };
  Parser(window, diagnostics, on_data).parse();
  return joined(text, said);
}

/// Reads "TYPE VALUE".
std::string read_value(const std::string& text) {
  const std::size_t blank = text.find(' ');
  return read_as("", text.substr(0, blank), text.substr(blank + 1));
}

TEST(ValueReader, ReadsAtomicTypes) {
  test::expect_table(read_value, R"(
    // Characters are one of a string, or a byte.
    char "x"    -> "x"
    char 'y'    -> "y"
    char 0172b  -> "z"
    char ""     -> ""
    char "xy"   -> error: a string where one character is expected
    char 65     -> error: not a character; write it as '\ooo' or as a string
    char nosuch -> error: expected a value of type char, not nosuch

    // Strings take numbers as their text.
    string 12345678901 -> "12345678901"
    string -1.5        -> "-1.5"
    string 'a'         -> "a"
    string NIL         -> NIL
    string '\0'        -> error: a value of type string cannot hold a NUL; characters can
    string {1}         -> error: expected a value of type string, not {

    // Warnings say what numbers lose.
    int 2.5                  -> 2; warning: the fraction is cut off for type int
    float 1e39               -> Infinityf; warning: too large for type float: infinite
    double -1e400            -> -Infinity; warning: too large for type double: infinite
    int 65535s               -> -1; warning: does not fit the type of its suffix: taken as short -1
    double 1e-400            -> 0; warning: too small for type double: 0
    float -1e-50             -> -0; warning: too small for type float: 0
    double 1e-50f            -> 0; warning: too small for type float: 0
    double -9007199254740993 -> -9.00719925474099e+15; warning: too many digits for type double: \
                                rounded to -9007199254740992
    float 16777217           -> 1.677722e+07; warning: too many digits for type float: rounded to \
                                16777216

    // Integers have all digits of decimals.
    int64 9007199254740993.0        -> 9007199254740993
    int64 -9.223372036854775807e18  -> -9223372036854775807
    int64 -9223372036854775808.0    -> -9223372036854775808
    uint64 "18446744073709551615.0" -> 18446744073709551615
    int64 9007199254740993.75       -> 9007199254740993; warning: the fraction is cut off for type \
                                       int64
    int 0.99999999999999999999      -> 0; warning: the fraction is cut off for type int
    int 1e-400                      -> 0; warning: the fraction is cut off for type int
    int64 9223372036854775808.0     -> error: does not fit int64
    uint64 -1.0                     -> error: does not fit uint64
    uint64 1e20                     -> error: does not fit uint64
    int NaN                         -> error: does not fit int
    int -Infinity                   -> error: does not fit int

    // Values of a type's width are bit patterns.
    byte 200                    -> -56; warning: does not fit byte: taken as -56, of the same bits
    short 65535                 -> -1; warning: does not fit short: taken as -1, of the same bits
    int64 18446744073709551615  -> -1; warning: does not fit int64: taken as -1, of the same bits
    ubyte -5b                   -> 251; warning: does not fit ubyte: taken as 251, of the same bits
    uint64 -9223372036854775808 -> 9223372036854775808; warning: does not fit uint64: taken as \
                                   9223372036854775808, of the same bits
    byte 0xff                   -> -1
    byte 0377                   -> -1
    byte '\377'                 -> -1
    int64 0xabcdabcdabcdabcdLL  -> -6067004223159161907
    uint64 0xabcdabcdabcdabcdLL -> 12379739850550389709
    ubyte -0                    -> 0

    // Values of more bits than the type are errors.
    byte 256   -> error: does not fit byte
    byte -129  -> error: does not fit byte
    ubyte -129 -> error: does not fit ubyte
    byte 0x100 -> error: does not fit byte
    byte 200.0 -> error: does not fit byte

    // Numbers may be in quotes.
    int "12" -> 12
    int ""   -> error: an empty string where a number is expected

    // time() takes a date alone.
    double time("1970-01-02 12") -> 36
    int time("1969-12-31 12")    -> -12
    double time("1970-01-02", "noleap")
      -> error: time() takes only a date: other calendars are not supported
    double time("1970-01-02" 5) -> error: expected ')', not 5
    double time(5)              -> error: expected a date in quotes, not 5
    double time                 -> error: expected '(' after time, not ;
  )");
}

TEST(ValueReader, ExpectsDecimalsToBeRounded) {
  for (const char* value : {"0.1", "1e-45", "1e23", "9007199254740993.0", "16777217.", "1e16"}) {
    for (const std::string type : {"float", "double"}) {
      EXPECT_EQ(read_value(type + " " + value).find("warning"), std::string::npos)
          << type << ' ' << value;
    }
  }
}

TEST(ValueReader, OpaqueValuesAreHexadecimalDigits) {
  const auto read_opaque = [](const std::string& value) {
    return read_as("opaque(2) o ;", "o", value);
  };
  test::expect_table(read_opaque, R"(
    0xabc    -> 0XABC0
    0x0g     -> error: in an opaque value, only hexadecimal digits may follow 0x
    0x       -> error: in an opaque value, only hexadecimal digits may follow 0x
    0x123456 -> error: more than the 2 bytes of opaque type o
    12       -> error: expected 0x... for opaque type o, not 12
  )");
}

TEST(ValueReader, MembersAreNamesOrNumbersOfTheirType) {
  const auto read_member = [](const std::string& value) {
    return read_as("uint64 enum e { A = 1, B.b\\, = 2 } ;", "e", value);
  };
  test::expect_table(read_member, R"(
    e.A                  -> A
    /e.B.b\,             -> B.b\,
    _UNDEFINED           -> _UNDEFINED
    7                    -> 7
    18446744073709551615 -> 18446744073709551615
    C                    -> error: C is not a member of enumeration e
    "A"                  -> error: expected a member of enumeration e, not "A"
  )");
}

TEST(ValueReader, MembersMayBeCalledLikeOthersOfTheirType) {
  for (const char* members : {"B = 1, e.B = 2", "e.B = 2, B = 1"}) {
    const auto read_member = [&](const std::string& value) {
      return read_as(std::string("int enum e { ") + members + ", e.C = 3, _UNDEFINED = 4 } ;", "e",
                     value);
    };
    test::expect_table(read_member, R"(
      B          -> B
      e.B        -> e.B
      e.e.B      -> e.B
      e.C        -> e.C
      C          -> error: C is not a member of enumeration e
      0          -> 0
      _UNDEFINED -> _UNDEFINED
    )");
  }
}

TEST(ValueReader, CompoundsHaveNoMoreValuesThanFields) {
  const auto read_compound = [](const std::string& value) {
    return read_as("compound c { char a ; int b(2) ; char t(2) ; } ;", "c", value);
  };
  EXPECT_EQ(read_compound("{'\\n', {1}}"), "{\"\\\n\", {1, -2147483647}, {\"\"}}");
  test::expect_table(read_compound, R"(
    {"x", {1, 2}, {"ab"}}    -> {"x", {1, 2}, {"ab"}}
    {"x", {1, 2}, {"ab"}, 5} -> error: more values than the 3 fields of c
    {"x", {1, 2, 3}}         -> error: more than the 2 values of field b
    {"x", {1, 2}, {"abc"}}   -> error: more than the 2 characters of field t
    {"x", 1}                 -> error: expected the values of field b in {...}, not 1
  )");
}

/// Returns the type and the values of an attribute without a type.
std::string read_untyped(const std::string& values) {
  std::string said;
  TextWindow window(in_pieces("netcdf a { :a = " + values + " ; }"));
  Diagnostics diagnostics("in",
                          [&](const std::string& message) { said += "; " + reason_of(message); });
  const Document document = Parser(window, diagnostics, {}).parse();
  std::string text;
  for (const model::Attribute& attribute : document.schema.groups[0].attributes) {
    const model::Values& all = *attribute.values;
    text += all.type()->name;
    for (std::size_t i = 0; i < all.count(); ++i) {
      text += ' ';
      append_value(text, *all.type(), all.data() + i * all.type()->size_bytes, {});
    }
  }
  return joined(text, said);
}

TEST(UntypedValues, HaveATypeThatHoldsThemAll) {
  test::expect_table(read_untyped, R"(
    1b, 2s, 3                -> int 1 2 3
    1, 4294967295            -> uint 1 4294967295
    -1, 4294967295           -> int64 -1 4294967295
    4294967295, 1            -> uint 4294967295 1
    -1b, 255ub               -> short -1 255
    65535us, -1s             -> int 65535 -1
    1f, 2                    -> float 1 2
    1f, -65536               -> float 1 -65536
    16777217, 1.5f           -> double 16777217 1.5
    -1, 18446744073709551615 -> error: does not fit uint64
    1e39f, 1f                -> float Infinityf 1; warning: too large for type float: infinite
    1e-50f, 1.5              -> double 0 1.5; warning: too small for type float: 0
    9007199254740993, 1.5    -> double 9.00719925474099e+15 1.5; warning: too many digits for type \
                                double: rounded to 9007199254740992
    300b                     -> error: does not fit 8 bits
    255b                     -> byte -1; warning: does not fit the type of its suffix: taken as \
                                byte -1
    200ub, 1b                -> short 200 1
    0xabcdabcdabcdabcd       -> uint64 12379739850550389709
    1, "m"                   -> error: text among the numbers of an attribute without a type
    1, _                     -> error: an attribute cannot contain a fill value
  )");
}

}  // namespace
}  // namespace ncf::cdl
