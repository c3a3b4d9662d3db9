// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/spec/selector.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "support/errors.hpp"
#include "support/table.hpp"

namespace ncf::filter {
namespace {

/// Returns a file with a variable for every trap.
const std::vector<SelectableVariable>& variables() {
  static const std::vector<SelectableVariable> all = {
      {"/t2m", "float"},
      {"/u10", "float"},
      {"/v10", "double"},
      {"/a,b", "int", true},
      {"/t*", "int"},
      {"/:float", "int"},
      {"/sea level", "short"},
      {"/forecast/t2m", "float"},
      {"/forecast/wind", "wind"},
      {"/forecast/model/t2m", "short"},
  };
  return all;
}

std::string matched(const FilterOption& option, std::string_view text) {
  const std::vector<const char*> ranks = {"all", "role", "type", "pattern", "name"};
  const ItemMatch found = SelectorMatcher(variables()).match(option.selector.items.at(0), text);
  std::string paths;
  for (const std::size_t i : found.variables) {
    paths += (paths.empty() ? "" : "; ") + variables()[i].path;
  }
  return ranks.at(static_cast<std::size_t>(found.rank)) + (": " + paths);
}

/// Returns what the first item of an option matches, as "RANK: PATHS", or the message.
std::string match(const std::string& text) {
  try {
    return matched(parse_filter_option(text), text);
  } catch (const SyntaxError& error) {
    return error.what();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::not_found);
    return error.what();
  }
}

TEST(SelectorMatcher, FindsVariables) {
  test::expect_table(match, R"(
    // A star alone is every variable.
    *,1 -> all: /t2m; /u10; /v10; /a,b; /t*; /:float; /sea level; /forecast/t2m; /forecast/wind; \
           /forecast/model/t2m

    // Names are fully qualified, with the first slash assumed.
    t2m,1          -> name: /t2m
    /t2m,1         -> name: /t2m
    forecast/t2m,1 -> name: /forecast/t2m

    // Backslashes are removed from names.
    a\,b,1       -> name: /a,b
    \t2\m,1      -> name: /t2m
    sea\ level,1 -> name: /sea level
    sea level,1  -> name: /sea level

    // A variable of exactly this text comes before pattern and type.
    t*,1     -> name: /t*
    :float,1 -> name: /:float

    // Patterns and types find their variables.
    [uv]10,1  -> pattern: /u10; /v10
    /**/t2m,1 -> pattern: /t2m; /forecast/t2m; /forecast/model/t2m
    a[,]b,1   -> pattern: /a,b
    /*,1      -> pattern: /t2m; /u10; /v10; /a,b; /t*; /:float; /sea level
    :short,1  -> type: /sea level; /forecast/model/t2m
    :wind,1   -> type: /forecast/wind

    // Two names stand for coordinates and all others.
    :coordinates,1 -> role: /a,b
    :data,1        -> role: /t2m; /u10; /v10; /t*; /:float; /sea level; /forecast/t2m; \
                      /forecast/wind; /forecast/model/t2m

    // An item that means nothing is an error.
    nosuch,1
    ^~~~~~ no variable has this name
    u\*,1
    ^~~ no variable has this name
    u\\?0,1
    ^~~~~ no variable fits this pattern
    /model/wind,1
    ^~~~~~~~~~~ no variable has this name, did you mean /forecast/wind?
    T2M,1
    ^~~ no variable has this name, did you mean /t2m, /forecast/t2m or /forecast/model/t2m?
    u10|v10,1
    ^~~~~~~ no variable has this name (& joins variables, | joins filters)
    forecast,1
    ^~~~~~~~ no variable has this name (forecast/** selects all variables of this group)
    307,1
    ^~~ no variable has this name; a selector comes before the filters: "*,307,1"
    zstd,1
    ^~~~ no variable has this name; a selector comes before the filters: "*,zstd,1"
    z*,1
    ^~ no variable fits this pattern
    :int64,1
    ^~~~~~ no variable has this type
    [z-a],1
     ^~~ range that ends before it begins, expected the lower character first
  )");
}

TEST(SelectorMatcher, AStarAloneMayMeanNothingInAFileWithoutVariables) {
  const FilterOption option = parse_filter_option("*,1");
  EXPECT_TRUE(SelectorMatcher({}).match(option.selector.items[0], "*,1").variables.empty());
}

// ---- which option decides ----

std::vector<GivenOption> given(const std::vector<std::string>& texts) {
  std::vector<GivenOption> options;
  for (const std::string& text : texts) options.push_back({parse_filter_option(text), text});
  return options;
}

/// Returns the option that decides for a variable, or "nothing", from "OPTION... PATH".
std::string decider(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
  const std::string path = words.back();
  words.pop_back();
  const auto options = given(words);
  const auto decisions = SelectorMatcher(variables()).decide(options);
  for (std::size_t i = 0; i < variables().size(); ++i) {
    if (variables()[i].path == path) {
      return decisions[i] ? options[decisions[i]->option].text : "nothing";
    }
  }
  return "no such variable";
}

TEST(Decide, TheMostExactItemWins) {
  test::expect_table(decider, R"(
    // The most exact item wins, whatever the order.
    *,1 :double,2 [uv]10,3 v10,4 /v10 -> v10,4
    *,1 :double,2 [uv]10,3 v10,4 /u10 -> [uv]10,3
    *,1 :double,2 [uv]10,3 v10,4 /t2m -> *,1
    v10,4 [uv]10,3 :double,2 *,1 /v10 -> v10,4
    v10,4 [uv]10,3 :double,2 *,1 /u10 -> [uv]10,3
    v10,4 [uv]10,3 :double,2 *,1 /t2m -> *,1
    *,1 :double,2 /v10                -> :double,2
    u10,1 /t2m                        -> nothing

    // "none" is the least exact option.
    none u10,1 /u10 -> u10,1
    none u10,1 /t2m -> none
    none *,1 /t2m   -> *,1
    *,1 *,none /t2m -> *,1

    // "none" may be said twice.
    none none /t2m             -> none
    t2m,none t2m&u10,none /t2m -> t2m&u10,none

    // Items of one option never quarrel.
    u10&u10&[uv]10,1 /u10 -> u10&u10&[uv]10,1
  )");
}

TEST(Decide, SaysWhichItemWonAndHow) {
  const auto options = given({"[uv]10&/v10,1"});
  const auto decisions = SelectorMatcher(variables()).decide(options);
  ASSERT_TRUE(decisions.at(2).has_value());
  EXPECT_EQ(decisions[2]->item, 1U);
  EXPECT_EQ(decisions[2]->rank, SelectorRank::name);
  EXPECT_EQ(decisions.at(1)->rank, SelectorRank::pattern);
}

TEST(Decide, AnOptionThatChangesValuesMeansCoordinatesByNameOnly) {
  std::vector<SelectableVariable> variables{
      {"/t", "float"}, {"/x", "float", true}, {"/y", "float", true}, {"/z", "float", true}};
  auto options = given({"*,1", ":float,2", "z,2", "y,3"});
  for (const std::size_t lossy : {1U, 2U}) options[lossy].changes_values = true;
  std::vector<std::size_t> spared;
  const auto decisions = SelectorMatcher(variables).decide(options, &spared);
  EXPECT_EQ(decisions[0]->option, 1U);
  EXPECT_EQ(decisions[1]->option, 0U);  // the next best
  EXPECT_EQ(decisions[2]->option, 3U);
  EXPECT_EQ(decisions[3]->option, 2U);
  EXPECT_EQ(spared, std::vector<std::size_t>{1});  // of the others, names decide
}

TEST(Decide, CollectsItemsWithoutAMatchIfAsked) {
  const auto options = given({"u10&no_such,1", ":nothing,2", "*x*y*,3"});
  EXPECT_THROW((void)SelectorMatcher(variables()).decide(options), Error);
  std::vector<std::string> absent;
  const auto decisions = SelectorMatcher(variables()).decide(options, nullptr, &absent);
  EXPECT_EQ(absent, (std::vector<std::string>{"no_such", ":nothing", "*x*y*"}));
  EXPECT_EQ(std::count_if(decisions.begin(), decisions.end(),
                          [](const auto& decision) { return decision.has_value(); }),
            1);
}

std::string quarrel(const std::vector<std::string>& texts) {
  return test::refusal_of([&] { (void)SelectorMatcher(variables()).decide(given(texts)); },
                          ErrorCode::usage);
}

TEST(Decide, TwoOptionsOfEqualRankAreAnErrorThatShowsBoth) {
  EXPECT_EQ(quarrel({"*,1", "u10&t2m,1", "forecast/t2m&/t2m,2"}),
            "variable /t2m is selected twice by name, expected one option for it\n"
            "  u10&t2m,1\n"
            "      ^~~\n"
            "  forecast/t2m&/t2m,2\n"
            "               ^~~~");
  EXPECT_EQ(quarrel({"t?m,1", "/**/t2m,2"}),
            "variable /t2m is selected twice by pattern, expected one option for it\n"
            "  t?m,1\n"
            "  ^~~\n"
            "  /**/t2m,2\n"
            "  ^~~~~~~");
  EXPECT_EQ(quarrel({":double,1", ":double,2"}),
            "variable /v10 is selected twice by type, expected one option for it\n"
            "  :double,1\n"
            "  ^~~~~~~\n"
            "  :double,2\n"
            "  ^~~~~~~");
  EXPECT_EQ(quarrel({"none", "*,1", "*,2"}),
            "variable /t2m is selected twice by *, expected one option for it\n"
            "  *,1\n"
            "  ^\n"
            "  *,2\n"
            "  ^");
  EXPECT_NE(quarrel({"t2m,none", "t2m,2"}), "accepted");
}

TEST(Decide, ATieOfLesserRankIsNoQuarrel) {
  EXPECT_EQ(quarrel({"/t?m,1", "/t2*,2", "t2m,3"}), "accepted");
}

}  // namespace
}  // namespace ncf::filter
