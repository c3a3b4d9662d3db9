// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/command.hpp"

#include <gtest/gtest.h>

#include "filter/spec/selector.hpp"
#include "ops/report/quantities.hpp"
#include "support/files.hpp"

namespace ncf::ops {
namespace {

TunedVariable tuned(const std::string& path, const std::string& filters,
                    const std::string& rounding = {}) {
  TunedVariable variable;
  variable.path = path;
  variable.rounding = rounding;
  variable.trials.resize(2);
  variable.trials[0].filters = "other";
  variable.trials[1].filters = filters;
  variable.trials[1].is_chosen = true;
  return variable;
}

TuneReport report_of(std::vector<TunedVariable> variables) {
  TuneReport report;
  report.input = "in.nc";
  report.variables = std::move(variables);
  return report;
}

using Texts = std::vector<std::string>;
using Filters = std::vector<FilterText>;

TEST(Command, NamesVariablesThatShareFilters) {
  const auto report = report_of({tuned("/t", "deflate,1"), tuned("/u", "none", "bitround,9"),
                                 tuned("/g/v", "deflate,1", "bitround,9")});
  const CopyOptions options = options_to_copy(report, "out.nc", true);
  EXPECT_EQ(options.filters, (Filters{"t&/g/v,deflate,1", "u,none"}));
  EXPECT_EQ(options.quantize, (Texts{"u&/g/v,bitround,9"}));
  EXPECT_EQ(format_command(words_of_command(options)),
            "ncfcopy -F \"t&/g/v,deflate,1\" -F u,none --quantize \"u&/g/v,bitround,9\" in.nc "
            "out.nc");
}

TEST(Command, SelectsAllWhereNamesWouldBeMany) {
  std::vector<TunedVariable> many{tuned("/other", "zstd,3")};
  for (int i = 0; i < 10; ++i) many.push_back(tuned("/v" + std::to_string(i), "deflate,1"));
  const auto report = report_of(std::move(many));
  EXPECT_EQ(options_to_copy(report, "out.nc", true).filters,
            (Filters{":data,deflate,1", "other,zstd,3"}));
  EXPECT_EQ(options_to_copy(report, "out.nc", false).filters.back().text,
            "v0&v1&v2&v3&v4&v5&v6&v7&v8&v9,deflate,1");
}

TEST(Command, NamesCoordinatesWhereNamesWouldBeMany) {
  std::vector<TunedVariable> many;
  for (int i = 0; i < 10; ++i) many.push_back(tuned("/v" + std::to_string(i), "deflate,1"));
  many[3].is_coordinate = true;
  EXPECT_EQ(options_to_copy(report_of(std::move(many)), "out.nc", true).filters,
            (Filters{":data&v3,deflate,1"}));
}

TEST(Command, SelectsAllOnlyForFiltersThatEncodeAnything) {
  std::vector<TunedVariable> many{tuned("/other", "shuffle|zstd,3"), tuned("/third", "none")};
  for (int i = 0; i < 3; ++i) {
    many.push_back(tuned("/v" + std::to_string(i), "szip,pixels_per_block=32"));
  }
  constexpr std::size_t max_named = 0;
  EXPECT_EQ(options_to_copy(report_of(std::move(many)), "out.nc", true, max_named).filters,
            (Filters{":data,shuffle|zstd,3", "third,none", "v0&v1&v2,szip,pixels_per_block=32"}));
}

TEST(Command, IsSilentAboutWhatStays) {
  std::vector<TunedVariable> many{tuned("/same", "zstd,3", "bitround,9")};
  many.front().trials[1].is_present = true;
  for (int i = 0; i < 9; ++i) many.push_back(tuned("/v" + std::to_string(i), "deflate,1"));
  const CopyOptions options = options_to_copy(report_of(std::move(many)), "out.nc", true);
  EXPECT_EQ(options.filters, Filters{"v0&v1&v2&v3&v4&v5&v6&v7&v8,deflate,1"});
  EXPECT_EQ(options.quantize, Texts{"same,bitround,9"});
}

TEST(Command, SelectorsMeanOneVariableWhateverItsName) {
  const std::vector<std::string> paths{"/a",    "/a&b",    "/*",    "/t?",      "/[ab]",
                                       "/none", "/None",   "/a\\b", "/:float",  "/a,b",
                                       "/x y",  "/g/none", "/g/**", "/\xc3\xa4"};
  std::vector<filter::SelectableVariable> variables;
  for (const auto& path : paths) variables.push_back({path, "float"});
  const filter::SelectorMatcher matcher(variables);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const std::string text = selector_of(paths[i]) + ",deflate,1";
    const FilterOption option = parse_filter_option(text);
    ASSERT_EQ(option.selector.items.size(), 1U) << text;
    const auto match = matcher.match(option.selector.items.front(), text);
    EXPECT_EQ(match.rank, filter::SelectorRank::name) << text;
    EXPECT_EQ(match.variables, (std::vector<std::size_t>{i})) << text;
  }
}

TEST(Command, WordsComeBackFromAShellInOneLine) {
  const std::vector<std::string> words{"printf", "%s|",   "*,zstd,3", "a b",
                                       "$HOME",  "it's",  "\"q\"",    "\\",
                                       "`id`",   "plain", "!x",       "a\n'b'%\\n$c"};
  std::string expected;
  for (std::size_t i = 2; i < words.size(); ++i) expected += words[i] + '|';
  const std::string command = format_command(words);
  EXPECT_EQ(command.find('\n'), std::string::npos);
  EXPECT_EQ(test::run(command).output, expected);
}

TEST(Command, AnInputLikeAnOptionStaysAnInput) {
  CopyOptions options;
  options.input = "-in.nc";
  options.output = "out.nc";
  EXPECT_EQ(words_of_command(options), (Texts{"ncfcopy", "--", "-in.nc", "out.nc"}));
}

}  // namespace
}  // namespace ncf::ops
