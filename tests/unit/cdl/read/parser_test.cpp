// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Definitions, names and messages about errors; grammar_test.cpp tests the language itself.
#include "cdl/read/parser.hpp"

#include <gtest/gtest.h>

#include <string>

#include "cdl/write/escapes.hpp"
#include "ncf/error.hpp"
#include "support/table.hpp"
#include "unit/cdl/read/parsed_text.hpp"

namespace ncf::cdl {
namespace {

constexpr const char* everything = R"(netcdf some name {
:title = "root" ;
types:
  int enum e { A = 1, B = 2 } ;
  compound c { byte b ; double d(2, 3), f ; e kind ; }
  c(*) v
  opaque(5) o ;
dimensions:
  x = 3, t = unlimited ;
variables:
  c a(x, t), b ;
    a:n = 1s, 2 ;
    c :g = {1, {1.5}, 2.5, A} ;
  float data ;
data:
  b = {1, {2, 3}, 4, e.B} ;
  data = 1 ;
group: g {
  variables:
    /v w(/x) ;
  data:
    w = {{1}}, {} ;
  } :behind = 'x' ;
} // the end)";

TEST(Parser, MakesASchema) {
  const ParsedText outcome = parse_cdl(everything);
  EXPECT_EQ(outcome.messages, "");
  const model::Schema& schema = outcome.document.schema;
  EXPECT_EQ(outcome.document.name, "somename");
  EXPECT_TRUE(outcome.document.needs_netcdf4);
  ASSERT_EQ(schema.types.size(), 4U);
  EXPECT_EQ(schema.types[1].type->size_bytes, 72U);  // as a C compiler lays it out
  EXPECT_EQ(schema.types[1].type->fields[1].offset_bytes, 8U);
  ASSERT_EQ(schema.variables.size(), 4U);
  EXPECT_EQ(schema.variable_path(3), "/g/w");
  EXPECT_EQ(schema.variables[0].dimensions, (std::vector<model::DimensionId>{0, 1}));
  EXPECT_EQ(schema.variables[0].attributes[0].values->type()->name, "int");
  ASSERT_EQ(schema.groups[0].attributes.size(), 3U);
  EXPECT_EQ(schema.groups[0].attributes[2].name, "behind");
}

TEST(Parser, IsTheSameInPiecesOfAnySize) {
  for (std::size_t piece = 1; piece < 40; ++piece) {
    const ParsedText outcome = parse_cdl(everything, piece);
    EXPECT_EQ(outcome.messages, "") << piece;
    EXPECT_EQ(outcome.document.schema.variables.size(), 4U) << piece;
  }
}

TEST(Parser, TellsWhatFollowsFromAFaultNoFurther) {
  EXPECT_EQ(parse_cdl("netcdf a { types: compound c { nosuch x ; } dimensions: d = abc ;\n"
                      "variables: c v(d) ; v:units = 1 ; data: v = {1} ; }")
                .messages,
            R"(in.cdl:1:32: error: type nosuch is not defined
  netcdf a { types: compound c { nosuch x ; } dimensions: d = abc ;
                                 ^~~~~~
in.cdl:1:43: error: expected a field, not }
  netcdf a { types: compound c { nosuch x ; } dimensions: d = abc ;
                                            ^
in.cdl:1:61: error: expected a dimension's length, not abc
  netcdf a { types: compound c { nosuch x ; } dimensions: d = abc ;
                                                              ^~~
)");
}

TEST(Parser, FarPlacesAreCountedRight) {
  std::string text = "netcdf a {\n";
  for (int i = 0; i < 10000; ++i) text += ":a" + std::to_string(i) + " = \"text\" ;\n";
  EXPECT_EQ(parse_cdl(text + ":b = ; x").messages,
            "in.cdl:10002:9: error: expected a variable, but the text ends\n"
            "  :b = ; x\n"
            "          ^\n");
}

TEST(Parser, StopsAfterTwentyErrors) {
  std::string text = "netcdf a {\nvariables:\n";
  for (int i = 0; i < 100; ++i)
    text += "int v" + std::to_string(i) + "(x" + std::to_string(i) + ");";
  EXPECT_THROW(parse_cdl(text), Error);
}

TEST(Parser, NamesAreKeywordsOnlyWhereTheyCanBe) {
  const ParsedText outcome = parse_cdl(
      "netcdf a { dimensions: string = 2 ; int64 = 3 ; variables: int string(string) ;"
      " string:x = 1 ; string text ; int float(int64) ; data: string = 1, 2 ; }");
  EXPECT_EQ(outcome.messages, "");
  EXPECT_EQ(outcome.document.schema.variables[1].type->name, "string");
}

TEST(Parser, VariablesOfTheNameOfASectionHaveAttributes) {
  const ParsedText outcome = parse_cdl(
      "netcdf a { variables: int data, v ; data:units = \"m\" ; data :more = 1 ; data:v = 1 ; }");
  EXPECT_EQ(outcome.messages, "");
  EXPECT_EQ(outcome.document.schema.variables[0].attributes.size(), 2U);
  EXPECT_EQ(outcome.document.schema.variables[1].attributes.size(), 0U);
  EXPECT_NE(parse_cdl("netcdf a { variables: int v ; data:units = \"m\" ; }").messages, "");
}

TEST(Parser, FindsTypesAboveAndThenAnywhere) {
  EXPECT_EQ(
      parse_cdl("netcdf a { group: g { types: opaque(1) o ; } group: h { variables: o v ; } }")
          .messages,
      "");
  EXPECT_NE(
      parse_cdl("netcdf a { group: g { types: opaque(1) o ; } group: k { types: opaque(2) o ; }"
                " group: h { variables: o v ; } }")
          .messages,
      "");
}

TEST(Parser, Int64BecomesIntWhereAsked) {
  const ParsedText outcome =
      parse_cdl("netcdf a { variables: int64 v ; }", 4096, {.int64_is_int = true});
  EXPECT_EQ(outcome.document.schema.variables[0].type->name, "int");
  EXPECT_NE(outcome.messages.find("warning: v becomes int"), std::string::npos);
}

TEST(Parser, RefusesDefinitions) {
  test::expect_table(reasons, R"(
    // Names are defined once in their place.
    types: opaque(1) o ; opaque(2) o ;          -> error: type o is defined already
    types: compound c { int f ; byte g, f ; } ; -> error: field f is defined already
    dimensions: x = 1 ; x = 2 ;                 -> error: dimension x is defined already
    variables: int v ; byte v ;                 -> error: variable v is defined already
    group: g { } group: g { }                   -> error: group g is defined already

    // Definitions have names and no paths.
    dimensions: /x = 1 ; -> error: a dimension has a name of 256 bytes at most, without a path
    variables: int /v ;  -> error: a variable has a name of 256 bytes at most, without a path

    // Nothing is larger than any file.
    dimensions: x = 4294967295 ; y = 2147483647 ; \
      variables: int v(x, y) ; byte w(y, y) ; data: v = 1 ;
      -> error: variable v is larger than any file
    types: compound c { byte g ; int f(32768, 32768) ; } ;
      -> error: a compound larger than 1073741824 bytes
    types: compound c { byte f(1073741824) ; byte g ; } ;
      -> error: a compound larger than 1073741824 bytes

    // Enumerations are of integers.
    types: float enum e { A = 1 } ; -> error: an enumeration of float, which is not an integer type
    types: opaque(1) o ; o enum e { A = 1 } ;
      -> error: an enumeration of o, which is not an integer type
  )");
}

TEST(Parser, NamesHaveAtMost256Bytes) {
  EXPECT_EQ(reasons("variables: int " + std::string(257, 'v') + " ;"),
            "error: a variable has a name of 256 bytes at most, without a path");
  EXPECT_EQ(reasons(":" + std::string(257, 'a') + " = 1 ;"), "error: a name longer than 256 bytes");
  EXPECT_EQ(reasons(":" + std::string(256, 'a') + " = 1 ;"), "");
}

TEST(Parser, AttributesStandInAnySection) {
  const ParsedText outcome = parse_cdl(
      "netcdf a { variables: int v ;"
      " group: g { string /v:s = \"root\" ;"
      " types: opaque(1) o ; /v:a = 1 ; byte /v:b = 2 ; o :c = 0x01 ;"
      " dimensions: /v:d = 3 ; short /v:e = 4 ; o :f = 0x02 ; :g = 5 ; x = 2 ; } }");
  EXPECT_EQ(outcome.messages, "");
  const model::Schema& schema = outcome.document.schema;
  std::string attributes;
  for (const auto* owner : {&schema.variables[0].attributes, &schema.groups[1].attributes}) {
    for (const model::Attribute& attribute : *owner) {
      attributes += attribute.values->type()->name + " " + attribute.name + ", ";
    }
  }
  EXPECT_EQ(attributes, "string s, int a, byte b, int d, short e, o c, o f, int g, ");
  EXPECT_EQ(schema.dimensions.size(), 1U);
}

TEST(Parser, ABlankTellsATypeFromAVariableOfItsName) {
  const ParsedText outcome = parse_cdl(
      "netcdf a { types: opaque(1) o ; variables: int string, o ;"
      " string :s = \"root\" ; string:s = 1 ; o :t = 0x01 ; o:t = 2 ; string string:u = \"x\" ; }");
  EXPECT_EQ(outcome.messages, "");
  const model::Schema& schema = outcome.document.schema;
  std::string attributes;
  for (const auto* owner : {&schema.groups[0].attributes, &schema.variables[0].attributes,
                            &schema.variables[1].attributes}) {
    for (const model::Attribute& attribute : *owner) {
      attributes += attribute.values->type()->name + " " + attribute.name + ", ";
    }
  }
  EXPECT_EQ(attributes, "string s, o t, int s, string u, int t, ");
}

TEST(Parser, StopsWarningAfterTwenty) {
  std::string text = "variables: int v ; ";
  for (int i = 0; i < 25; ++i) text += "v:a" + std::to_string(i) + " = 255b ; ";
  const std::string said = parse_cdl("netcdf a { " + text + " }").messages;
  EXPECT_TRUE(said.ends_with("\nin.cdl: warning: further warnings are not shown\n")) << said;
  EXPECT_EQ(said.find("a20 = 255b ; ^"), std::string::npos);
}

TEST(Parser, TellsOnceOfWhatIsNotDefined) {
  EXPECT_EQ(parse_cdl("netcdf a { variables: int v ; w:a = 1 ; w:b = 2 ; data: w = 3 ; }").messages,
            "in.cdl:1:31: error: variable w is not defined\n"
            "  netcdf a { variables: int v ; w:a = 1 ; w:b = 2 ; data: w = 3 ; }\n"
            "                                ^\n");
}

TEST(Parser, ReadsTheNamesThatAreWritten) {
  std::string name = "a";
  for (char c = ' '; c < 0x7F; ++c) {
    if (c != '/') name += c;
  }
  std::string written;
  append_name(written, name);
  const ParsedText outcome = parse_cdl("netcdf a { dimensions: " + written + " = 2 ; }");
  EXPECT_EQ(outcome.messages, "");
  EXPECT_EQ(outcome.document.schema.dimensions.at(0).name, name);
}

TEST(Parser, FieldsHaveThirtyTwoDimensionsAtMost) {
  const auto with = [](int count) {
    std::string shape = "1";
    for (int i = 1; i < count; ++i) shape += ",1";
    return parse_cdl("netcdf a { types: compound c { int f(" + shape + ") ; } }").messages;
  };
  EXPECT_EQ(with(32), "");
  EXPECT_NE(with(33).find("error: a field with more than 32 dimensions\n"), std::string::npos);
}

TEST(Parser, MessagesQuoteWholeCharactersOnOneLine) {
  const std::string name = std::string(39, 'a') + "\xC3\xA9";
  EXPECT_NE(parse_cdl("netcdf a { :a = " + name + " ; }")
                .messages.find("expected a number or text, not " + std::string(39, 'a') + "\n"),
            std::string::npos);
  EXPECT_NE(parse_cdl("netcdf a { :a = 1 \"x\ny\" ; }").messages.find("not \"x?y\"\n"),
            std::string::npos);
}

TEST(Parser, HostileTextsEndInAnError) {
  const auto repeat = [](const char* text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
  };
  EXPECT_NE(parse_cdl("netcdf a { " + repeat("group: g { ", 1000)).messages, "");
  EXPECT_NE(parse_cdl("netcdf a { :a = " + repeat("{", 100000)).messages, "");
  EXPECT_NE(parse_cdl("netcdf a { " + repeat("$", 100000)).messages, "");
  EXPECT_NE(parse_cdl("netcdf a { dimensions: " + std::string(1000000, 'x') + " = 1 ; }").messages,
            "");
  EXPECT_NE(parse_cdl("netcdf a { :a = " + std::string(1000000, '9') + " ; }").messages, "");
  EXPECT_NE(
      parse_cdl("netcdf a { dimensions: x = 2 ; variables: int v(x" + repeat(",x", 5000) + ") ; }")
          .messages,
      "");
  EXPECT_NE(parse_cdl("netcdf a { :a = 1" + repeat(",1", 2000000) + " ; }").messages, "");
  EXPECT_NE(parse_cdl("netcdf a { :a = \"" + std::string(1000000, 'x')).messages, "");
  std::string types = "netcdf a { types: int(*) t0 ; ";
  for (int i = 1; i < 40; ++i) {
    types += "t" + std::to_string(i - 1) + "(*) t" + std::to_string(i) + " ; ";
  }
  EXPECT_NE(parse_cdl(types + "}").messages.find("types nested deeper"), std::string::npos);
}

}  // namespace
}  // namespace ncf::cdl
