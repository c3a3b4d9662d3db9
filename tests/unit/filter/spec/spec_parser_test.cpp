// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the parser builds. grammar/samples has its messages, each whole.
#include <gtest/gtest.h>

#include "ncf/filter_spec.hpp"

namespace ncf {
namespace {

using Tag = Constant::Tag;

Constant number(std::uint64_t bits, Tag tag = Tag::untagged) { return {tag, bits, {}}; }

/// What a span marks in a text.
std::string_view marked(std::string_view text, SourceSpan span) {
  return text.substr(span.begin, span.end - span.begin);
}

TEST(ParseFilterSpec, ReadsNumbersNamesAndJson) {
  const FilterSpec spec =
      parse_filter_spec(R"(32004, 0 ,-1 | zstd, level = 19 , fast,0.5 |{"id": "zlib"})");
  const FilterSpec expected{{
      NumericFilter{32004, {number(0), number(0xFFFFFFFFFFFFFFFF, Tag::int32)}, {}, {}},
      NamedFilter{"zstd",
                  {{"level", number(19), {}},
                   {"", std::string("fast"), {}},
                   {"", number(0x3FE0000000000000, Tag::decimal), {}}},
                  {},
                  {}},
      JsonFilter{R"({"id":"zlib"})", {}},
  }};
  EXPECT_EQ(spec, expected);
}

TEST(ParseFilterSpec, SpecsCompareByTheirMeaning) {
  EXPECT_EQ(parse_filter_spec(R"(307,9|zstd,level=3|{"id":"zlib"})"),
            parse_filter_spec(R"( 307 , 9 | zstd , level = 3 | {"id": "zlib"} )"));
  EXPECT_EQ(parse_filter_option("a&b,none"), parse_filter_option(" a & b , none"));
  for (const char* other :
       {"308,9", "307,8", "307,9b", "307?,9", "307~,9", "307", "zstd,level=3"}) {
    EXPECT_NE(parse_filter_spec("307,9"), parse_filter_spec(other)) << other;
  }
  for (const char* other :
       {"bzip2,level=3", "zstd,level=4", "zstd,3", "zstd?,level=3", "zstd~,level=3", "zstd"}) {
    EXPECT_NE(parse_filter_spec("zstd,level=3"), parse_filter_spec(other)) << other;
  }
  EXPECT_NE(parse_filter_spec(R"({"id":"zlib"})"), parse_filter_spec(R"({"id":"zstd"})"));
  EXPECT_NE(parse_filter_option("a,none"), parse_filter_option("b,none"));
}

TEST(ParseFilterSpec, AJsonListIsItsObjectsInARow) {
  EXPECT_EQ(parse_filter_spec(R"([{"id":"shuffle"},[{"id":"zlib"}]] | 3)"),
            parse_filter_spec(R"({"id":"shuffle"}|{"id":"zlib"}|3)"));
}

TEST(ParseFilterSpec, KeepsWhereEveryPartWasWritten) {
  const std::string_view text = R"( 307 , 9 , 1b | blosc, cname = lz4 ,5| {"id":"a"} )";
  const FilterSpec spec = parse_filter_spec(text);
  const auto& numeric = std::get<NumericFilter>(spec.filters.at(0));
  EXPECT_EQ(marked(text, numeric.span), "307 , 9 , 1b");
  EXPECT_EQ(marked(text, numeric.parameters.at(1).span), "1b");
  const auto& named = std::get<NamedFilter>(spec.filters.at(1));
  EXPECT_EQ(marked(text, named.span), "blosc, cname = lz4 ,5");
  EXPECT_EQ(marked(text, named.arguments.at(0).span), "cname = lz4");
  EXPECT_EQ(marked(text, std::get<JsonFilter>(spec.filters.at(2)).span), R"({"id":"a"})");
}

TEST(ParseFilterSpec, WarningsMayBeIgnored) {
  Warnings warnings;
  EXPECT_EQ(parse_filter_spec("1,300b"), parse_filter_spec("1,300b", &warnings));
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings.front(),
            "does not fit signed 8 bits and becomes 44b\n"
            "  1,300b\n"
            "    ^~~~");
}

TEST(ParseFilterOption, ReadsSelectorAndFilters) {
  const std::string_view text = R"( /a/b & t\,m & [x,&y] ,307,9)";
  const FilterOption option = parse_filter_option(text);
  const FilterOption expected{
      {{{"/a/b", {}}, {R"(t\,m)", {}}, {"[x,&y]", {}}}}, false, parse_filter_spec("307,9")};
  EXPECT_EQ(option, expected);
  EXPECT_EQ(marked(text, option.selector.items.at(1).span), R"(t\,m)");
  const auto& filter = std::get<NumericFilter>(option.spec.filters.at(0));
  EXPECT_EQ(marked(text, filter.span), "307,9");
}

TEST(ParseFilterOption, ABlankProtectedByABackslashBelongsToTheName) {
  EXPECT_EQ(parse_filter_option(R"(v\  ,1)").selector.items.at(0).text, R"(v\ )");
}

TEST(ParseFilterOption, NoneAloneMeansAllVariables) {
  EXPECT_EQ(parse_filter_option(" None "), parse_filter_option("*,none"));
  EXPECT_TRUE(parse_filter_option("none").none);
  EXPECT_TRUE(parse_filter_option("v, NONE ").none);
  EXPECT_FALSE(parse_filter_option("v,1").none);
}

TEST(FormatNumeric, PrintsWhatAFileHolds) {
  EXPECT_EQ(format_numeric(Chain{{307, {9}}, {4, {32, 32}}, {3, {}}, {32015, {4294967291}}}),
            "307,9|4,32,32|3|32015,4294967291");
  EXPECT_EQ(format_numeric(Chain{{307, {9}, FilterFlag::optional, true}, {1, {}}}), "307?~,9|1");
  EXPECT_EQ(format_numeric(StoredChain{{307, {9}, FilterFlag::optional}}), "307?,9");
  EXPECT_EQ(format_numeric(Chain{}), "");
}

TEST(FormatNumeric, ReadsBackAsTheSameCdValues) {
  const Chain chain{{2, {4}}, {32001, {0, 0, 0, 4294967295}}, {65535, {}}};
  Chain read;
  for (const FilterAsWritten& filter : parse_filter_spec(format_numeric(chain)).filters) {
    const auto& numeric = std::get<NumericFilter>(filter);
    read.push_back({numeric.id, {}});
    for (const Constant& parameter : numeric.parameters) {
      for (const std::uint32_t value : cd_values_of(parameter)) {
        read.back().parameters.push_back(value);
      }
    }
  }
  EXPECT_EQ(read, chain);
}

}  // namespace
}  // namespace ncf
