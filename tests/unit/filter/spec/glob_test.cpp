// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/spec/glob.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/errors.hpp"

namespace ncf::filter {
namespace {

bool fits(std::string_view pattern, std::string_view path) {
  return Glob(pattern, {0, pattern.size()}).matches(path);
}

TEST(Glob, WithoutWildcardsIsThePathItself) {
  EXPECT_TRUE(fits("/a/b", "/a/b"));
  EXPECT_FALSE(fits("/a/b", "/a/bc"));
  EXPECT_FALSE(fits("/a/b", "/a"));
}

TEST(Glob, AddsAMissingSlash) {
  EXPECT_TRUE(fits("t2m", "/t2m"));
  EXPECT_TRUE(fits("t?m", "/t2m"));
  EXPECT_FALSE(fits("t?m", "/forecast/t2m"));
}

TEST(Glob, AStarStaysInOneName) {
  EXPECT_TRUE(fits("t*", "/t"));
  EXPECT_TRUE(fits("t*", "/t2m"));
  EXPECT_TRUE(fits("*", "/t2m"));
  EXPECT_FALSE(fits("*", "/a/t2m"));
  EXPECT_TRUE(fits("/*/t2m", "/a/t2m"));
  EXPECT_FALSE(fits("/*/t2m", "/a/b/t2m"));
  EXPECT_FALSE(fits("/*/t2m", "/t2m"));
  EXPECT_TRUE(fits("a*b*c", "/a_b_bc"));
  EXPECT_FALSE(fits("a*b*c", "/a_c_b"));
}

TEST(Glob, TwoStarsCrossGroups) {
  EXPECT_TRUE(fits("/forecast/**", "/forecast/t2m"));
  EXPECT_TRUE(fits("/forecast/**", "/forecast/a/b/t2m"));
  EXPECT_FALSE(fits("/forecast/**", "/forecasts/t2m"));
  EXPECT_TRUE(fits("**2m", "/a/b/t2m"));
  EXPECT_TRUE(fits("/a**m", "/ab/c/t2m"));
  EXPECT_TRUE(fits("**", "/a/b"));
}

TEST(Glob, TwoStarsBetweenSlashesMayBeNoGroupAtAll) {
  EXPECT_TRUE(fits("/**/t?m", "/t2m"));
  EXPECT_TRUE(fits("/**/t?m", "/a/t2m"));
  EXPECT_TRUE(fits("/**/t?m", "/a/b/t2m"));
  EXPECT_FALSE(fits("/**/t?m", "/a/at2m"));
  EXPECT_TRUE(fits("**/t?m", "/t2m"));
  EXPECT_TRUE(fits("/a/**/**/b", "/a/b"));
  EXPECT_TRUE(fits("/a/**/**/b", "/a/x/y/b"));
  EXPECT_FALSE(fits("/a/**/b", "/a/xb"));
  EXPECT_TRUE(fits("/**/b/**/d", "/a/b/c/d"));
}

TEST(Glob, SetsNameCharactersAndRanges) {
  EXPECT_TRUE(fits("[uv]10", "/u10"));
  EXPECT_FALSE(fits("[uv]10", "/w10"));
  EXPECT_TRUE(fits("x[0-9a-c]", "/xb"));
  EXPECT_FALSE(fits("x[0-9a-c]", "/xd"));
  EXPECT_TRUE(fits("x[a-]", "/x-"));
  EXPECT_TRUE(fits("x[-a]", "/x-"));
  EXPECT_TRUE(fits("x[c-da-b]", "/xa"));
  EXPECT_TRUE(fits("x[a-cb-z]", "/xm"));
}

TEST(Glob, NegatedSetsNameTheOthersButNoSlash) {
  for (const char* pattern : {"a[!b]c", "a[^b]c"}) {
    EXPECT_TRUE(fits(pattern, "/axc"));
    EXPECT_FALSE(fits(pattern, "/abc"));
    EXPECT_FALSE(fits(pattern, "/a/c"));
  }
  EXPECT_TRUE(fits("a[b!]", "/a!"));
}

TEST(Glob, ABackslashTakesTheNextCharacterLiterally) {
  EXPECT_TRUE(fits(R"(t\*)", "/t*"));
  EXPECT_FALSE(fits(R"(t\*)", "/t2"));
  EXPECT_TRUE(fits(R"([\]\\]x)", "/]x"));
  EXPECT_TRUE(fits(R"([\]\\]x)", R"(/\x)"));
  EXPECT_TRUE(fits(R"([a\-z])", "/-"));
  EXPECT_FALSE(fits(R"([a\-z])", "/m"));
}

TEST(Glob, CountsCodePointsNotBytes) {
  EXPECT_TRUE(fits("h?he", "/h\xC3\xB6he"));
  EXPECT_TRUE(fits("[\xC3\xA4\xC3\xB6]", "/\xC3\xB6"));
  EXPECT_TRUE(fits("[\xCE\xB1-\xCF\x89]", "/\xCE\xBB"));
  EXPECT_TRUE(fits("?", "/\xF0\x9F\x8C\x8D"));
}

TEST(Glob, TakesBytesThatAreNoUtf8AsThemselves) {
  EXPECT_TRUE(fits("a\xFF", "/a\xFF"));
  EXPECT_FALSE(fits("a\xFF", "/a\xFE"));
  EXPECT_TRUE(fits("a?", "/a\xFF"));
}

TEST(Glob, ReadsOnlyItsPartOfTheText) {
  const std::string_view text = "x&t?m,307";
  EXPECT_TRUE(Glob(text, {2, 5}).matches("/t2m"));
}

TEST(Glob, RefusesMalformedSets) {
  const auto message = [](std::string_view text, SourceSpan pattern) {
    return test::reason_of([&] { const Glob glob(text, pattern); });
  };
  EXPECT_EQ(message("a[],1", {0, 3}),
            "empty brackets, expected characters between them\n"
            "  a[],1\n"
            "   ^~");
  EXPECT_EQ(message("a[!],1", {0, 4}),
            "empty brackets, expected characters between them\n"
            "  a[!],1\n"
            "   ^~~");
  EXPECT_EQ(message("u&[az-b],1", {2, 8}),
            "range that ends before it begins, expected the lower character first\n"
            "  u&[az-b],1\n"
            "      ^~~");
  EXPECT_EQ(message("a[b,1", {0, 3}),
            "bracket without its end, expected \"]\"\n"
            "  a[b,1\n"
            "   ^");
}

/// Matching by backtracking would never finish.
TEST(Glob, StaysPolynomialOnHostilePatterns) {
  std::string pattern;
  for (int i = 0; i < 100; ++i) pattern += "*a";
  EXPECT_FALSE(fits(pattern + "b", "/" + std::string(1000, 'a')));
  std::string groups;
  for (int i = 0; i < 100; ++i) groups += "/**/a";
  std::string path;
  for (int i = 0; i < 500; ++i) path += "/a";
  EXPECT_TRUE(fits(groups, path));
  EXPECT_FALSE(fits(groups + "/b", path));
}

TEST(Glob, ComparesInUnicodesFormC) {
  EXPECT_TRUE(fits("te\u0301*", "/t\u00e9mp"));
  EXPECT_TRUE(fits("t\u00e9*", "/te\u0301mp"));
  EXPECT_TRUE(fits("t?mp", "/te\u0301mp"));
  EXPECT_TRUE(fits("t[e\u0301]mp", "/t\u00e9mp"));
  EXPECT_FALSE(fits("te*", "/te\u0301mp"));
}

TEST(Glob, TakesPatternsOfMegabytes) {
  const std::size_t megabyte = 1 << 20;
  EXPECT_TRUE(fits(std::string(megabyte, '*'), "/a/b"));
  EXPECT_FALSE(fits(std::string(megabyte, '?'), "/a/b"));
  std::string groups = "/";
  while (groups.size() < megabyte) groups += "**/";
  EXPECT_TRUE(fits(groups + "b", "/a/b"));
  EXPECT_TRUE(fits("[" + std::string(megabyte, 'a') + "]", "/a"));
}

}  // namespace
}  // namespace ncf::filter
