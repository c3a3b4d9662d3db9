// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/spec/selector.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/errors.hpp"

namespace ncf::filter {
namespace {

using Names = std::vector<std::string>;

/// Returns a file with a variable for every trap.
const std::vector<SelectableVariable>& variables() {
  static const std::vector<SelectableVariable> all = {
      {"/t2m", "float"},
      {"/u10", "float"},
      {"/v10", "double"},
      {"/a,b", "int"},
      {"/t*", "int"},
      {"/:float", "int"},
      {"/sea level", "short"},
      {"/forecast/t2m", "float"},
      {"/forecast/wind", "wind"},
      {"/forecast/model/t2m", "short"},
  };
  return all;
}

struct Matched {
  SelectorRank rank = SelectorRank::all;
  Names paths;
};

/// Matches the only item of a selector.
Matched match(const std::string& item) {
  const std::string text = item + ",1";
  const FilterOption option = parse_filter_option(text);
  const ItemMatch found = SelectorMatcher(variables()).match(option.selector.items.at(0), text);
  Matched matched{found.rank, {}};
  for (const std::size_t i : found.variables) matched.paths.push_back(variables()[i].path);
  return matched;
}

std::string reason_of(const std::string& item, ErrorCode code) {
  return test::reason_of([&] { match(item); }, code);
}

TEST(SelectorMatcher, AStarAloneIsEveryVariable) {
  const Matched all = match("*");
  EXPECT_EQ(all.rank, SelectorRank::all);
  EXPECT_EQ(all.paths.size(), variables().size());
}

TEST(SelectorMatcher, AStarAloneMayMeanNothingInAFileWithoutVariables) {
  const FilterOption option = parse_filter_option("*,1");
  EXPECT_TRUE(SelectorMatcher({}).match(option.selector.items[0], "*,1").variables.empty());
}

TEST(SelectorMatcher, NamesAreFullyQualifiedWithTheFirstSlashAssumed) {
  EXPECT_EQ(match("t2m").paths, Names{"/t2m"});
  EXPECT_EQ(match("/t2m").paths, Names{"/t2m"});
  EXPECT_EQ(match("forecast/t2m").paths, Names{"/forecast/t2m"});
  EXPECT_EQ(match("t2m").rank, SelectorRank::name);
}

TEST(SelectorMatcher, BackslashesAreRemovedFromNames) {
  EXPECT_EQ(match(R"(a\,b)").paths, Names{"/a,b"});
  EXPECT_EQ(match(R"(\t2\m)").paths, Names{"/t2m"});
  EXPECT_EQ(match(R"(sea\ level)").paths, Names{"/sea level"});
  EXPECT_EQ(match("sea level").paths, Names{"/sea level"});
}

TEST(SelectorMatcher, AVariableOfExactlyThisTextComesBeforePatternAndType) {
  EXPECT_EQ(match("t*").paths, Names{"/t*"});
  EXPECT_EQ(match("t*").rank, SelectorRank::name);
  EXPECT_EQ(match(":float").paths, Names{"/:float"});
  EXPECT_EQ(match(":float").rank, SelectorRank::name);
}

TEST(SelectorMatcher, PatternsAndTypesFindTheirVariables) {
  EXPECT_EQ(match("[uv]10").paths, (Names{"/u10", "/v10"}));
  EXPECT_EQ(match("[uv]10").rank, SelectorRank::pattern);
  EXPECT_EQ(match("/**/t2m").paths, (Names{"/t2m", "/forecast/t2m", "/forecast/model/t2m"}));
  EXPECT_EQ(match("a[,]b").paths, Names{"/a,b"});
  EXPECT_EQ(match("/*").paths.size(), 7U);
  EXPECT_EQ(match(":short").paths, (Names{"/sea level", "/forecast/model/t2m"}));
  EXPECT_EQ(match(":short").rank, SelectorRank::type);
  EXPECT_EQ(match(":wind").paths, Names{"/forecast/wind"});
}

TEST(SelectorMatcher, AnItemThatMeansNothingIsAnError) {
  EXPECT_EQ(reason_of("nosuch", ErrorCode::not_found),
            "no variable has this name\n"
            "  nosuch,1\n"
            "  ^~~~~~");
  EXPECT_EQ(reason_of(R"(u\*)", ErrorCode::not_found),
            "no variable has this name\n"
            "  u\\*,1\n"
            "  ^~~");
  EXPECT_EQ(reason_of(R"(u\\?0)", ErrorCode::not_found),
            "no variable fits this pattern\n"
            "  u\\\\?0,1\n"
            "  ^~~~~");
  EXPECT_EQ(reason_of("/model/wind", ErrorCode::not_found),
            "no variable has this name, did you mean /forecast/wind?\n"
            "  /model/wind,1\n"
            "  ^~~~~~~~~~~");
  EXPECT_EQ(reason_of("T2M", ErrorCode::not_found),
            "no variable has this name, did you mean /t2m, /forecast/t2m or /forecast/model/t2m?\n"
            "  T2M,1\n"
            "  ^~~");
  EXPECT_EQ(reason_of("u10|v10", ErrorCode::not_found),
            "no variable has this name (& joins variables, | joins filters)\n"
            "  u10|v10,1\n"
            "  ^~~~~~~");
  EXPECT_EQ(reason_of("forecast", ErrorCode::not_found),
            "no variable has this name (forecast/** selects all variables of this group)\n"
            "  forecast,1\n"
            "  ^~~~~~~~");
  for (const char* filter : {"307", "zstd"}) {
    EXPECT_EQ(reason_of(filter, ErrorCode::not_found),
              "no variable has this name; a selector comes before the filters: \"*," +
                  std::string(filter) + ",1\"\n  " + filter + ",1\n  ^" +
                  std::string(std::string_view(filter).size() - 1, '~'));
  }
  EXPECT_EQ(reason_of("z*", ErrorCode::not_found),
            "no variable fits this pattern\n"
            "  z*,1\n"
            "  ^~");
  EXPECT_EQ(reason_of(":int64", ErrorCode::not_found),
            "no variable has this type\n"
            "  :int64,1\n"
            "  ^~~~~~");
  EXPECT_EQ(reason_of("[z-a]", ErrorCode::syntax),
            "range that ends before it begins, expected the lower character first\n"
            "  [z-a],1\n"
            "   ^~~");
}

// ---- which option decides ----

std::vector<GivenOption> given(const std::vector<std::string>& texts) {
  std::vector<GivenOption> options;
  for (const std::string& text : texts) options.push_back({parse_filter_option(text), text});
  return options;
}

/// Returns the text of the option that decides for the variable, or nothing.
std::string decider(const std::vector<std::string>& texts, std::string_view path) {
  const auto options = given(texts);
  const auto decisions = SelectorMatcher(variables()).decide(options);
  for (std::size_t i = 0; i < variables().size(); ++i) {
    if (variables()[i].path == path) {
      return decisions[i] ? options[decisions[i]->option].text : "nothing";
    }
  }
  return "no such variable";
}

TEST(Decide, TheMostExactItemWinsWhateverTheOrder) {
  const std::vector<std::string> texts{"*,1", ":double,2", "[uv]10,3", "v10,4"};
  const std::vector<std::string> reversed(texts.rbegin(), texts.rend());
  for (const auto& order : {texts, reversed}) {
    EXPECT_EQ(decider(order, "/v10"), "v10,4");
    EXPECT_EQ(decider(order, "/u10"), "[uv]10,3");
    EXPECT_EQ(decider(order, "/t2m"), "*,1");
  }
  EXPECT_EQ(decider({"*,1", ":double,2"}, "/v10"), ":double,2");
  EXPECT_EQ(decider({"u10,1"}, "/t2m"), "nothing");
}

TEST(Decide, NoneIsTheLeastExactOption) {
  EXPECT_EQ(decider({"none", "u10,1"}, "/u10"), "u10,1");
  EXPECT_EQ(decider({"none", "u10,1"}, "/t2m"), "none");
  EXPECT_EQ(decider({"none", "*,1"}, "/t2m"), "*,1");
  EXPECT_EQ(decider({"*,1", "*,none"}, "/t2m"), "*,1");
}

TEST(Decide, NoneMayBeSaidTwice) {
  EXPECT_EQ(decider({"none", "none"}, "/t2m"), "none");
  EXPECT_EQ(decider({"t2m,none", "t2m&u10,none"}, "/t2m"), "t2m&u10,none");
}

TEST(Decide, ItemsOfOneOptionNeverQuarrel) {
  EXPECT_EQ(decider({"u10&u10&[uv]10,1"}, "/u10"), "u10&u10&[uv]10,1");
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
