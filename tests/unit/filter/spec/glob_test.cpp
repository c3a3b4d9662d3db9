// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/spec/glob.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "support/errors.hpp"
#include "support/table.hpp"

namespace ncf::filter {
namespace {

bool fits(std::string_view pattern, std::string_view path) {
  return Glob(pattern, {0, pattern.size()}).matches(path);
}

/// Returns the paths that a pattern matches, from "PATTERN: PATH...".
std::string matches(const std::string& text) {
  const std::size_t colon = text.find(": ");
  std::istringstream paths(text.substr(colon + 2));
  std::string matched;
  for (std::string path; paths >> path;) {
    if (fits(text.substr(0, colon), path)) matched += (matched.empty() ? "" : " ") + path;
  }
  return matched.empty() ? "none" : matched;
}

TEST(Glob, MatchesPaths) {
  test::expect_table(matches, R"(
    // Without wildcards, a pattern is the path itself.
    /a/b: /a/b /a/bc /a -> /a/b

    // A missing slash is added.
    t2m: /t2m               -> /t2m
    t?m: /t2m /forecast/t2m -> /t2m

    // A star stays in one name.
    t*: /t /t2m                  -> /t /t2m
    *: /t2m /a/t2m               -> /t2m
    /*/t2m: /a/t2m /a/b/t2m /t2m -> /a/t2m
    a*b*c: /a_b_bc /a_c_b        -> /a_b_bc

    // Two stars cross groups.
    /forecast/**: /forecast/t2m /forecast/a/b/t2m /forecasts/t2m -> /forecast/t2m /forecast/a/b/t2m
    **2m: /a/b/t2m                                               -> /a/b/t2m
    /a**m: /ab/c/t2m                                             -> /ab/c/t2m
    **: /a/b                                                     -> /a/b

    // Two stars between slashes may be no group at all.
    /**/t?m: /t2m /a/t2m /a/b/t2m /a/at2m -> /t2m /a/t2m /a/b/t2m
    **/t?m: /t2m                          -> /t2m
    /a/**/**/b: /a/b /a/x/y/b             -> /a/b /a/x/y/b
    /a/**/b: /a/xb                        -> none
    /**/b/**/d: /a/b/c/d                  -> /a/b/c/d

    // Sets name characters and ranges.
    [uv]10: /u10 /w10  -> /u10
    x[0-9a-c]: /xb /xd -> /xb
    x[a-]: /x-         -> /x-
    x[-a]: /x-         -> /x-
    x[c-da-b]: /xa     -> /xa
    x[a-cb-z]: /xm     -> /xm

    // Negated sets name the others, but no slash.
    a[!b]c: /axc /abc /a/c -> /axc
    a[^b]c: /axc /abc /a/c -> /axc
    a[b!]: /a!             -> /a!

    // A backslash takes the next character literally.
    t\*: /t* /t2     -> /t*
    [\]\\]x: /]x /\x -> /]x /\x
    [a\-z]: /- /m    -> /-

    // Code points count, not bytes.
    h?he: /höhe -> /höhe
    [äö]: /ö    -> /ö
    [α-ω]: /λ   -> /λ
    ?: /🌍       -> /🌍
  )");
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
  const auto message = [](const std::string& text) {
    const SourceSpan pattern{text.find('&') + 1, text.find(',')};
    return test::reason_of([&] { const Glob glob(text, pattern); });
  };
  test::expect_table(message, R"(
    a[],1
     ^~ empty brackets, expected characters between them
    a[!],1
     ^~~ empty brackets, expected characters between them
    u&[az-b],1
        ^~~ range that ends before it begins, expected the lower character first
    a[b,1
     ^ bracket without its end, expected "]"
  )");
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
