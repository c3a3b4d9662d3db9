// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Definitions, names and what is told of faults; the language itself is held by grammar_test.cpp.
#include "cdl/read/parser.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "cdl/read/item_count.hpp"
#include "cdl/write/escapes.hpp"
#include "ncf/error.hpp"

namespace ncf::cdl {
namespace {

/// Gives a text in pieces of a few bytes, so that every token is cut somewhere.
TextSource in_pieces(std::string text, std::size_t piece) {
  return [text = std::move(text), piece, at = std::size_t{0}](std::span<char> to) mutable {
    const std::size_t count = std::min({piece, to.size(), text.size() - at});
    std::copy_n(text.begin() + static_cast<std::ptrdiff_t>(at), count, to.begin());
    at += count;
    return count;
  };
}

struct Outcome {
  Document document;
  std::string messages;
};

Outcome parse(const std::string& text, std::size_t piece = 4096, ParseOptions options = {}) {
  Outcome outcome;
  TextWindow window(in_pieces(text, piece), 64);
  Diagnostics diagnostics("in.cdl",
                          [&](const std::string& message) { outcome.messages += message + "\n"; });
  const auto skip = [](const model::Schema&, model::VariableId, Lexer& lexer) {
    count_items(lexer);
  };
  outcome.document = Parser(window, diagnostics, skip, options).parse();
  return outcome;
}

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
  const Outcome outcome = parse(everything);
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
    const Outcome outcome = parse(everything, piece);
    EXPECT_EQ(outcome.messages, "") << piece;
    EXPECT_EQ(outcome.document.schema.variables.size(), 4U) << piece;
  }
}

TEST(Parser, TellsPlaceAndLine) {
  EXPECT_EQ(parse("netcdf a {\nvariables:\n  int v(x) ;\n}").messages,
            "in.cdl:3:9: error: dimension x is not defined\n"
            "    int v(x) ;\n"
            "          ^\n");
}

TEST(Parser, TellsWhatFollowsFromAFaultNoFurther) {
  EXPECT_EQ(parse("netcdf a { types: compound c { nosuch x ; } dimensions: d = abc ;\n"
                  "variables: c v(d) ; v:units = 1 ; data: v = {1} ; }")
                .messages,
            "in.cdl:1:32: error: type nosuch is not defined\n"
            "  netcdf a { types: compound c { nosuch x ; } dimensions: d = abc ;\n"
            "                                 ^~~~~~\n"
            "in.cdl:1:43: error: expected a field, not }\n"
            "  netcdf a { types: compound c { nosuch x ; } dimensions: d = abc ;\n"
            "                                            ^\n"
            "in.cdl:1:61: error: expected a dimension's length, not abc\n"
            "  netcdf a { types: compound c { nosuch x ; } dimensions: d = abc ;\n"
            "                                                              ^~~\n");
}

TEST(Parser, FarPlacesAreCountedRight) {
  std::string text = "netcdf a {\n";
  for (int i = 0; i < 10000; ++i) text += ":a" + std::to_string(i) + " = \"text\" ;\n";
  EXPECT_EQ(parse(text + ":b = ; x").messages,
            "in.cdl:10002:9: error: expected a variable, but the text ends\n"
            "  :b = ; x\n"
            "          ^\n");
}

TEST(Parser, StopsAfterTwentyErrors) {
  std::string text = "netcdf a {\nvariables:\n";
  for (int i = 0; i < 100; ++i)
    text += "int v" + std::to_string(i) + "(x" + std::to_string(i) + ");";
  EXPECT_THROW(parse(text), Error);
}

TEST(Parser, NamesAreKeywordsOnlyWhereTheyCanBe) {
  const Outcome outcome = parse(
      "netcdf a { dimensions: string = 2 ; int64 = 3 ; variables: int string(string) ;"
      " string:x = 1 ; string text ; int float(int64) ; data: string = 1, 2 ; }");
  EXPECT_EQ(outcome.messages, "");
  EXPECT_EQ(outcome.document.schema.variables[1].type->name, "string");
}

TEST(Parser, VariablesOfTheNameOfASectionHaveAttributes) {
  const Outcome outcome = parse(
      "netcdf a { variables: int data, v ; data:units = \"m\" ; data :more = 1 ; data:v = 1 ; }");
  EXPECT_EQ(outcome.messages, "");
  EXPECT_EQ(outcome.document.schema.variables[0].attributes.size(), 2U);
  EXPECT_EQ(outcome.document.schema.variables[1].attributes.size(), 0U);
  EXPECT_NE(parse("netcdf a { variables: int v ; data:units = \"m\" ; }").messages, "");
}

TEST(Parser, FindsTypesAboveAndThenAnywhere) {
  EXPECT_EQ(parse("netcdf a { group: g { types: opaque(1) o ; } group: h { variables: o v ; } }")
                .messages,
            "");
  EXPECT_NE(parse("netcdf a { group: g { types: opaque(1) o ; } group: k { types: opaque(2) o ; }"
                  " group: h { variables: o v ; } }")
                .messages,
            "");
}

TEST(Parser, Int64BecomesIntWhereAsked) {
  const Outcome outcome = parse("netcdf a { variables: int64 v ; }", 4096, {.int64_is_int = true});
  EXPECT_EQ(outcome.document.schema.variables[0].type->name, "int");
  EXPECT_NE(outcome.messages.find("warning: v becomes int"), std::string::npos);
}

TEST(Parser, TellsOnceOfWhatIsNotDefined) {
  EXPECT_EQ(parse("netcdf a { variables: int v ; w:a = 1 ; w:b = 2 ; data: w = 3 ; }").messages,
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
  const Outcome outcome = parse("netcdf a { dimensions: " + written + " = 2 ; }");
  EXPECT_EQ(outcome.messages, "");
  EXPECT_EQ(outcome.document.schema.dimensions.at(0).name, name);
}

TEST(Parser, FieldsHaveThirtyTwoDimensionsAtMost) {
  const auto with = [](int count) {
    std::string shape = "1";
    for (int i = 1; i < count; ++i) shape += ",1";
    return parse("netcdf a { types: compound c { int f(" + shape + ") ; } }").messages;
  };
  EXPECT_EQ(with(32), "");
  EXPECT_NE(with(33).find("error: a field with more than 32 dimensions\n"), std::string::npos);
}

TEST(Parser, MessagesQuoteWholeCharactersOnOneLine) {
  const std::string name = std::string(39, 'a') + "\xC3\xA9";
  EXPECT_NE(parse("netcdf a { :a = " + name + " ; }")
                .messages.find("expected a number or text, not " + std::string(39, 'a') + "\n"),
            std::string::npos);
  EXPECT_NE(parse("netcdf a { :a = 1 \"x\ny\" ; }").messages.find("not \"x?y\"\n"),
            std::string::npos);
}

/// The messages of a text whose variable v(x) of 8 values has these attributes.
std::string tell_special(const std::string& attributes) {
  return parse("netcdf a { dimensions: x = 8 ; variables: int v(x) ; " + attributes + " }")
      .messages;
}

TEST(SpecialAttributes, MaySayTheSameTwice) {
  EXPECT_EQ(
      tell_special("v:_ChunkSizes = 4 ; v:_Storage = \"chunked\" ; v:_ChunkSizes = 4 ;"
                   "v:_Shuffle = 1 ; v:_Shuffle = \"true\" ; v:_Filter = \"307,1\" ;"
                   "v:_Filter = \"32015,1\" ; :_Format = \"netCDF-4\" ; :_Format = \"nc4\" ;"),
      "");
}

TEST(SpecialAttributes, MustNotContradictEachOther) {
  const struct {
    const char* attributes;
    const char* name;
  } rows[] = {
      {"v:_ChunkSizes = 2 ; v:_ChunkSizes = 4 ;", "_ChunkSizes"},
      {"v:_DeflateLevel = 1 ; v:_DeflateLevel = 9 ;", "_DeflateLevel"},
      {"v:_Shuffle = 1 ; v:_Shuffle = 0 ;", "_Shuffle"},
      {"v:_Fletcher32 = 0 ; v:_Fletcher32 = 1 ;", "_Fletcher32"},
      {"v:_NoFill = 0 ; v:_NoFill = 1 ;", "_NoFill"},
      {"v:_Storage = \"compact\" ; v:_Storage = \"contiguous\" ;", "_Storage"},
      {"v:_Endianness = \"big\" ; v:_Endianness = \"little\" ;", "_Endianness"},
      {"v:_Codecs = \"[{\\\"id\\\":\\\"bz2\\\",\\\"level\\\":3}]\" ;"
       "v:_Codecs = \"[{\\\"id\\\":\\\"bz2\\\",\\\"level\\\":4}]\" ;",
       "_Codecs"},
      {":_Format = \"classic\" ; :_Format = \"netCDF-4\" ;", "_Format"},
      {":_IsNetcdf4 = 0 ; :_IsNetcdf4 = 1 ;", "_IsNetcdf4"},
      {":_SuperblockVersion = 0 ; :_SuperblockVersion = 2 ;", "_SuperblockVersion"},
      {":_NCProperties = \"a\" ; :_NCProperties = \"b\" ;", "_NCProperties"},
  };
  for (const auto& row : rows) {
    const std::string reason = std::string(row.name) + " is given already, with another value\n";
    EXPECT_NE(tell_special(row.attributes).find(reason), std::string::npos) << row.attributes;
  }
}

TEST(SpecialAttributes, ChunksAreOfChunkedVariablesInAnyOrder) {
  for (const char* attributes : {"v:_ChunkSizes = 4 ; v:_Storage = \"contiguous\" ;",
                                 "v:_Storage = \"contiguous\" ; v:_ChunkSizes = 4 ;"}) {
    EXPECT_NE(tell_special(attributes).find("error: variable v is chunked: it has chunk sizes\n"),
              std::string::npos)
        << attributes;
  }
}

TEST(SpecialAttributes, OfTheFileStandInTheRootGroup) {
  EXPECT_NE(parse("netcdf a { group: g { :_Format = \"classic\" ; } }")
                .messages.find("error: _Format belongs to the file, not to a group\n"),
            std::string::npos);
}

TEST(Parser, HostileTextsEndInAnError) {
  const auto repeat = [](const char* text, int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
  };
  EXPECT_NE(parse("netcdf a { " + repeat("group: g { ", 1000)).messages, "");
  EXPECT_NE(parse("netcdf a { :a = " + repeat("{", 100000)).messages, "");
  EXPECT_NE(parse("netcdf a { " + repeat("$", 100000)).messages, "");
  EXPECT_NE(parse("netcdf a { dimensions: " + std::string(1000000, 'x') + " = 1 ; }").messages, "");
  EXPECT_NE(parse("netcdf a { :a = " + std::string(1000000, '9') + " ; }").messages, "");
  EXPECT_NE(
      parse("netcdf a { dimensions: x = 2 ; variables: int v(x" + repeat(",x", 5000) + ") ; }")
          .messages,
      "");
  EXPECT_NE(parse("netcdf a { :a = 1" + repeat(",1", 2000000) + " ; }").messages, "");
  EXPECT_NE(parse("netcdf a { :a = \"" + std::string(1000000, 'x')).messages, "");
  std::string types = "netcdf a { types: int(*) t0 ; ";
  for (int i = 1; i < 40; ++i) {
    types += "t" + std::to_string(i - 1) + "(*) t" + std::to_string(i) + " ; ";
  }
  EXPECT_NE(parse(types + "}").messages.find("types nested deeper"), std::string::npos);
}

}  // namespace
}  // namespace ncf::cdl
