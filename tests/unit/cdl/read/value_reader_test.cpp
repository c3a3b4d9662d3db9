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
#include "unit/cdl/read/text_pieces.hpp"

namespace ncf::cdl {
namespace {

/// Returns the first line of a message, without its place.
std::string reason_of(const std::string& message) {
  const std::string line = message.substr(0, message.find('\n'));
  return line.substr(line.find(": ") + 2);
}

/// Reads `value` as the last of these types; returns the value in CDL, and the messages.
std::string read(const std::string& types, const std::string& type, const std::string& value) {
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
  return text + said;
}

TEST(ValueReader, CharactersAreOneOfAStringOrAByte) {
  const auto read_char = [](const std::string& value) { return read("", "char", value); };
  EXPECT_EQ(read_char("\"x\""), R"("x")");
  EXPECT_EQ(read_char("'y'"), R"("y")");
  EXPECT_EQ(read_char("0172b"), R"("z")");
  EXPECT_EQ(read_char("\"\""), R"("")");
  EXPECT_EQ(read_char("\"xy\""), "; error: a string where one character is expected");
  EXPECT_EQ(read_char("65"), "; error: not a character; write it as '\\ooo' or as a string");
  EXPECT_EQ(read_char("nosuch"), "; error: expected a value of type char, not nosuch");
}

TEST(ValueReader, StringsTakeNumbersAsTheirText) {
  const auto read_text = [](const std::string& value) { return read("", "string", value); };
  EXPECT_EQ(read_text("12345678901"), "\"12345678901\"");
  EXPECT_EQ(read_text("-1.5"), "\"-1.5\"");
  EXPECT_EQ(read_text("'a'"), "\"a\"");
  EXPECT_EQ(read_text("NIL"), "NIL");
  EXPECT_EQ(read_text("'\\0'"),
            "; error: a value of type string cannot hold a NUL; characters can");
  EXPECT_EQ(read_text("{1}"), "; error: expected a value of type string, not {");
}

TEST(ValueReader, WarnsOfWhatNumbersLose) {
  EXPECT_EQ(read("", "int", "2.5"), "2; warning: the fraction is cut off for type int");
  EXPECT_EQ(read("", "float", "1e39"), "Infinityf; warning: too large for type float: infinite");
  EXPECT_EQ(read("", "double", "-1e400"),
            "-Infinity; warning: too large for type double: infinite");
  EXPECT_EQ(read("", "int", "65535s"),
            "-1; warning: does not fit the type of its suffix: taken as short -1");
  EXPECT_EQ(read("", "double", "1e-400"), "0; warning: too small for type double: 0");
  EXPECT_EQ(read("", "float", "-1e-50"), "-0; warning: too small for type float: 0");
  EXPECT_EQ(read("", "double", "1e-50f"), "0; warning: too small for type float: 0");
  EXPECT_EQ(read("", "double", "-9007199254740993"),
            "-9.00719925474099e+15; warning: too many digits for type double: rounded to "
            "-9007199254740992");
  EXPECT_EQ(read("", "float", "16777217"),
            "1.677722e+07; warning: too many digits for type float: rounded to 16777216");
}

TEST(ValueReader, ExpectsDecimalsToBeRounded) {
  for (const char* value : {"0.1", "1e-45", "1e23", "9007199254740993.0", "16777217.", "1e16"}) {
    for (const char* type : {"float", "double"}) {
      EXPECT_EQ(read("", type, value).find("warning"), std::string::npos) << type << ' ' << value;
    }
  }
}

TEST(ValueReader, IntegersHaveAllDigitsOfDecimals) {
  EXPECT_EQ(read("", "int64", "9007199254740993.0"), "9007199254740993");
  EXPECT_EQ(read("", "int64", "-9.223372036854775807e18"), "-9223372036854775807");
  EXPECT_EQ(read("", "int64", "-9223372036854775808.0"), "-9223372036854775808");
  EXPECT_EQ(read("", "uint64", "\"18446744073709551615.0\""), "18446744073709551615");
  EXPECT_EQ(read("", "int64", "9007199254740993.75"),
            "9007199254740993; warning: the fraction is cut off for type int64");
  EXPECT_EQ(read("", "int", "0.99999999999999999999"),
            "0; warning: the fraction is cut off for type int");
  EXPECT_EQ(read("", "int", "1e-400"), "0; warning: the fraction is cut off for type int");
  EXPECT_EQ(read("", "int64", "9223372036854775808.0"), "; error: does not fit int64");
  EXPECT_EQ(read("", "uint64", "-1.0"), "; error: does not fit uint64");
  EXPECT_EQ(read("", "uint64", "1e20"), "; error: does not fit uint64");
  EXPECT_EQ(read("", "int", "NaN"), "; error: does not fit int");
  EXPECT_EQ(read("", "int", "-Infinity"), "; error: does not fit int");
}

TEST(ValueReader, ValuesOfATypesWidthAreBitPatterns) {
  const std::string warning = "; warning: does not fit ";
  EXPECT_EQ(read("", "byte", "200"), "-56" + warning + "byte: taken as -56, of the same bits");
  EXPECT_EQ(read("", "short", "65535"), "-1" + warning + "short: taken as -1, of the same bits");
  EXPECT_EQ(read("", "int64", "18446744073709551615"),
            "-1" + warning + "int64: taken as -1, of the same bits");
  EXPECT_EQ(read("", "ubyte", "-5b"), "251" + warning + "ubyte: taken as 251, of the same bits");
  EXPECT_EQ(
      read("", "uint64", "-9223372036854775808"),
      "9223372036854775808" + warning + "uint64: taken as 9223372036854775808, of the same bits");
  EXPECT_EQ(read("", "byte", "0xff"), "-1");
  EXPECT_EQ(read("", "byte", "0377"), "-1");
  EXPECT_EQ(read("", "byte", "'\\377'"), "-1");
  EXPECT_EQ(read("", "int64", "0xabcdabcdabcdabcdLL"), "-6067004223159161907");
  EXPECT_EQ(read("", "uint64", "0xabcdabcdabcdabcdLL"), "12379739850550389709");
  EXPECT_EQ(read("", "ubyte", "-0"), "0");
}

TEST(ValueReader, ValuesOfMoreBitsThanTheTypeAreErrors) {
  EXPECT_EQ(read("", "byte", "256"), "; error: does not fit byte");
  EXPECT_EQ(read("", "byte", "-129"), "; error: does not fit byte");
  EXPECT_EQ(read("", "ubyte", "-129"), "; error: does not fit ubyte");
  EXPECT_EQ(read("", "byte", "0x100"), "; error: does not fit byte");
  EXPECT_EQ(read("", "byte", "200.0"), "; error: does not fit byte");
}

TEST(ValueReader, NumbersMayBeInQuotes) {
  EXPECT_EQ(read("", "int", "\"12\""), "12");
  EXPECT_EQ(read("", "int", "\"\""), "; error: an empty string where a number is expected");
}

TEST(ValueReader, TimeTakesADateAlone) {
  EXPECT_EQ(read("", "double", "time(\"1970-01-02 12\")"), "36");
  EXPECT_EQ(read("", "int", "time(\"1969-12-31 12\")"), "-12");
  EXPECT_EQ(read("", "double", "time(\"1970-01-02\", \"noleap\")"),
            "; error: time() takes only a date: other calendars are not supported");
  EXPECT_EQ(read("", "double", "time(\"1970-01-02\" 5)"), "; error: expected ')', not 5");
  EXPECT_EQ(read("", "double", "time(5)"), "; error: expected a date in quotes, not 5");
  EXPECT_EQ(read("", "double", "time"), "; error: expected '(' after time, not ;");
}

TEST(ValueReader, OpaqueValuesAreHexadecimalDigits) {
  const auto read_opaque = [](const std::string& value) {
    return read("opaque(2) o ;", "o", value);
  };
  EXPECT_EQ(read_opaque("0xabc"), "0XABC0");
  EXPECT_EQ(read_opaque("0x0g"),
            "; error: in an opaque value, only hexadecimal digits may follow 0x");
  EXPECT_EQ(read_opaque("0x"),
            "; error: in an opaque value, only hexadecimal digits may follow 0x");
  EXPECT_EQ(read_opaque("0x123456"), "; error: more than the 2 bytes of opaque type o");
  EXPECT_EQ(read_opaque("12"), "; error: expected 0x... for opaque type o, not 12");
}

TEST(ValueReader, MembersAreNamesOrNumbersOfTheirType) {
  const auto read_member = [](const std::string& value) {
    return read("uint64 enum e { A = 1, B.b\\, = 2 } ;", "e", value);
  };
  EXPECT_EQ(read_member("e.A"), "A");
  EXPECT_EQ(read_member("/e.B.b\\,"), "B.b\\,");
  EXPECT_EQ(read_member("_UNDEFINED"), "_UNDEFINED");
  EXPECT_EQ(read_member("7"), "7");
  EXPECT_EQ(read_member("18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(read_member("C"), "; error: C is not a member of enumeration e");
  EXPECT_EQ(read_member("\"A\""), "; error: expected a member of enumeration e, not \"A\"");
}

TEST(ValueReader, MembersMayBeCalledLikeOthersOfTheirType) {
  for (const char* members : {"B = 1, e.B = 2", "e.B = 2, B = 1"}) {
    const auto read_member = [&](const std::string& value) {
      return read(std::string("int enum e { ") + members + ", e.C = 3, _UNDEFINED = 4 } ;", "e",
                  value);
    };
    EXPECT_EQ(read_member("B"), "B");
    EXPECT_EQ(read_member("e.B"), "e.B");
    EXPECT_EQ(read_member("e.e.B"), "e.B");
    EXPECT_EQ(read_member("e.C"), "e.C");
    EXPECT_EQ(read_member("C"), "; error: C is not a member of enumeration e");
    EXPECT_EQ(read_member("0"), "0");
    EXPECT_EQ(read_member("_UNDEFINED"), "_UNDEFINED");
  }
}

TEST(ValueReader, CompoundsHaveNoMoreValuesThanFields) {
  const auto read_compound = [](const std::string& value) {
    return read("compound c { char a ; int b(2) ; char t(2) ; } ;", "c", value);
  };
  EXPECT_EQ(read_compound("{\"x\", {1, 2}, {\"ab\"}}"), "{\"x\", {1, 2}, {\"ab\"}}");
  EXPECT_EQ(read_compound("{'\\n', {1}}"), "{\"\\\n\", {1, -2147483647}, {\"\"}}");
  EXPECT_EQ(read_compound("{\"x\", {1, 2}, {\"ab\"}, 5}"),
            "; error: more values than the 3 fields of c");
  EXPECT_EQ(read_compound("{\"x\", {1, 2, 3}}"), "; error: more than the 2 values of field b");
  EXPECT_EQ(read_compound("{\"x\", {1, 2}, {\"abc\"}}"),
            "; error: more than the 2 characters of field t");
  EXPECT_EQ(read_compound("{\"x\", 1}"), "; error: expected the values of field b in {...}, not 1");
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
  return text + said;
}

TEST(UntypedValues, HaveATypeThatHoldsThemAll) {
  EXPECT_EQ(read_untyped("1b, 2s, 3"), "int 1 2 3");
  EXPECT_EQ(read_untyped("1, 4294967295"), "uint 1 4294967295");
  EXPECT_EQ(read_untyped("-1, 4294967295"), "int64 -1 4294967295");
  EXPECT_EQ(read_untyped("4294967295, 1"), "uint 4294967295 1");
  EXPECT_EQ(read_untyped("-1b, 255ub"), "short -1 255");
  EXPECT_EQ(read_untyped("65535us, -1s"), "int 65535 -1");
  EXPECT_EQ(read_untyped("1f, 2"), "float 1 2");
  EXPECT_EQ(read_untyped("1f, -65536"), "float 1 -65536");
  EXPECT_EQ(read_untyped("16777217, 1.5f"), "double 16777217 1.5");
  EXPECT_EQ(read_untyped("-1, 18446744073709551615"), "; error: does not fit uint64");
  EXPECT_EQ(read_untyped("1e39f, 1f"),
            "float Infinityf 1; warning: too large for type float: infinite");
  EXPECT_EQ(read_untyped("1e-50f, 1.5"), "double 0 1.5; warning: too small for type float: 0");
  EXPECT_EQ(read_untyped("9007199254740993, 1.5"),
            "double 9.00719925474099e+15 1.5; warning: too many digits for type double: rounded to "
            "9007199254740992");
  EXPECT_EQ(read_untyped("300b"), "; error: does not fit 8 bits");
  EXPECT_EQ(read_untyped("255b"),
            "byte -1; warning: does not fit the type of its suffix: taken as byte -1");
  EXPECT_EQ(read_untyped("200ub, 1b"), "short 200 1");
  EXPECT_EQ(read_untyped("0xabcdabcdabcdabcd"), "uint64 12379739850550389709");
  EXPECT_EQ(read_untyped("1, \"m\""),
            "; error: text among the numbers of an attribute without a type");
  EXPECT_EQ(read_untyped("1, _"), "; error: an attribute cannot contain a fill value");
}

}  // namespace
}  // namespace ncf::cdl
