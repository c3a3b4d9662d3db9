// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "ncf/compare.hpp"

namespace ncf {
namespace {

std::string text_of(std::string first, std::string second) {
  CompareReport report;
  report.first = "a\nb";
  report.definitions.push_back({":title", "attribute", std::move(first), std::move(second)});
  return format_comparison(report);
}

TEST(CompareText, CutsLongTextsAroundTheirFirstDifference) {
  const std::string begin(60, 'x');
  EXPECT_EQ(text_of("\"" + begin + "1" + begin + "\"", "\"" + begin + "2\""),
            "first:  a\\nb (classic)\nsecond:  (classic)\n\n"
            "definition  what       first"
            "                                                   second\n"
            ":title      attribute  ...xxxxxxxxxxxx1xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
            "  ...xxxxxxxxxxxx2\"\n\n"
            "different\n");
}

TEST(CompareText, CutsTextsThatAreNotUtf8) {
  const std::string no_text(200, '\x80');
  EXPECT_NE(text_of(no_text, no_text + "2").find("different"), std::string::npos);
  EXPECT_NE(text_of(no_text, "\"\"").find("different"), std::string::npos);
}

TEST(CompareText, EndsInAVerdict) {
  CompareReport report;
  const auto verdict = [&] {
    const std::string text = format_comparison(report);
    return text.substr(text.rfind('\n', text.size() - 2) + 1);
  };
  EXPECT_EQ(verdict(), "equal\n");
  report.variables.emplace_back().differing = 1;
  EXPECT_EQ(verdict(), "within the limits\n");
  report.variables.back().exceeding = 1;
  EXPECT_EQ(verdict(), "different\n");
  report.variables.back() = ComparedVariable{};
  report.variables.back().failure = "unreadable";
  EXPECT_EQ(verdict(), "different\n");
}

}  // namespace
}  // namespace ncf
