// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/messages.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "support/table.hpp"

namespace ncf::base {
namespace {

TEST(SourceText, PutsCaretAndTildesUnderTheSpan) {
  EXPECT_EQ(with_caret("v,307,abc", {6, 9}, "no number"), "no number\n  v,307,abc\n        ^~~");
}

TEST(SourceText, PutsCaretBehindTheLastByteAtTheEnd) {
  EXPECT_EQ(with_caret("307,", {4, 4}, "empty"), "empty\n  307,\n      ^");
}

TEST(SourceText, ShowsOnlyTheLineAtFault) {
  EXPECT_EQ(with_caret("one\ntwo\nthree", {4, 7}, "here"), "here\n  two\n  ^~~");
}

TEST(SourceText, TakesOneColumnForACodePoint) {
  EXPECT_EQ(with_caret("\xC3\xA9t\xC3\xA9,x", {6, 7}, "x"), "x\n  \xC3\xA9t\xC3\xA9,x\n      ^");
}

TEST(SourceText, HidesControlCharacters) {
  EXPECT_EQ(with_caret("a\x1b[1m\tb", {0, 1}, "x"), "x\n  a?[1m b\n  ^");
}

TEST(SourceText, CutsLongLinesAroundTheCaret) {
  const std::string text = std::string(200, 'a') + 'X' + std::string(200, 'b');
  const std::string message = with_caret(text, {200, 201}, "here");
  EXPECT_EQ(message, "here\n  ..." + std::string(60, 'a') + 'X' + std::string(39, 'b') + "...\n  " +
                         std::string(63, ' ') + '^');
}

TEST(SourceText, TildesEndWithTheLineShown) {
  const std::string text = std::string(200, 'a') + std::string(200, 'b');
  EXPECT_EQ(with_caret(text, {200, 400}, "here"),
            "here\n  ..." + std::string(60, 'a') + std::string(40, 'b') + "...\n  " +
                std::string(63, ' ') + '^' + std::string(42, '~'));
}

TEST(SourceText, PiecesAreOfWholeCodePoints) {
  EXPECT_EQ(printable("\xC3\xA9\xC3\xA9", 3), "\xC3\xA9");
  EXPECT_EQ(printable("\xC3\xA9\xC3\xA9", 4), "\xC3\xA9\xC3\xA9");
  EXPECT_EQ(printable("a\nb\tc"), "a?b c");
}

TEST(SourceText, ACaretNeverLeavesItsLine) {
  EXPECT_EQ(with_caret("ab\ncd", {1, 5}, "x"), "x\n  ab\n   ^");
}

using Found = std::vector<std::size_t>;

Found similar(std::string_view name, const std::vector<std::string_view>& known,
              std::size_t most_wrong) {
  return find_similar(name, known, most_wrong);
}

TEST(SimilarNames, DifferByAFewLetters) {
  EXPECT_EQ(similar("tmep", {"temp", "salinity"}, 2), Found{0});
  EXPECT_EQ(similar("tmep", {"temp"}, 1), Found{});
  EXPECT_EQ(similar("t2", {"t2m", "t2d", "u10"}, 1), (Found{0, 1}));
}

TEST(SimilarNames, TheNearestAlone) { EXPECT_EQ(similar("T2M", {"t2d", "t2m"}, 1), Found{1}); }

TEST(SimilarNames, LetterCaseIsNotWrong) {
  EXPECT_EQ(similar("V", {"u", "v"}, 0), Found{1});
  EXPECT_EQ(similar("w", {"u", "v"}, 0), Found{});
}

TEST(SimilarNames, AreAFew) {
  EXPECT_EQ(similar("a1", {"a2", "a3", "a4", "a5", "a6"}, 1), (Found{0, 1, 2, 3}));
}

TEST(SimilarNames, AVeryLongNameIsNotMisspelt) {
  const std::string name(1000, 'x');
  EXPECT_EQ(similar(name, {name}, 9), Found{});
  EXPECT_EQ(similar("x", {name}, 9), Found{});
}

TEST(FormatCount, KnowsOneFromSeveral) {
  EXPECT_EQ(format_count(0, "file"), "0 files");
  EXPECT_EQ(format_count(std::uint64_t{1}, "file"), "1 file");
  EXPECT_EQ(format_count(2, "open file"), "2 open files");
  EXPECT_EQ(format_count(1.0, "second"), "1 second");
  EXPECT_EQ(format_count(0.5, "second"), "0.5 seconds");
}

std::string shown(const std::string& text) { return without_secrets(text); }

TEST(UrlSecrets, AreHidden) {
  test::expect_table(shown, R"(
    https://joe:secret@host/a.nc -> https://***@host/a.nc
    https://host/a.nc?X-Amz-Signature=abc&X-Amz-Date=1#mode=bytes
      -> https://host/a.nc?X-Amz-Signature=***&X-Amz-Date=***#mode=bytes
    https://host/a.nc?versionId=2&sig=a%2Fb -> https://host/a.nc?versionId=2&sig=***
    https://host/a b.nc?token=t;version=3: no such file
      -> https://host/a b.nc?token=***;version=3: no such file
    ncfcopy 'https://h/a?Token=x' s3://b/c?key=y out.nc
      -> ncfcopy 'https://h/a?Token=***' s3://b/c?key=*** out.nc
    https://a:b@h/x?sig=1 https://c:d@h/y?sig=2 -> https://***@h/x?sig=*** https://***@h/y?sig=***
    https://h/a?access_key=x&AccessKey=x&sas=x&bearer=x&hdnea=st~hmac
      -> https://h/a?access_key=***&AccessKey=***&sas=***&bearer=***&hdnea=***
    https://h/a#mode=bytes&token=x    -> https://h/a#mode=bytes&token=***
    https://h/a#token=x: no such file -> https://h/a#token=***: no such file
    https://ghp_x@h/a                 -> https://***@h/a
    https://joe:two words@h/a b@c     -> https://***@h/a b@c
    https://h/a?x=1?y=2               -> https://h/a?x=***?y=***
  )");
}

TEST(UrlSecrets, EverythingElseStays) {
  for (const std::string_view text :
       {"a?token=b", "https://host/a.nc?t[0:1:3],lat&version=5", "https://host:80/a@b:c", "://", "",
        "https://host/a.nc?token=",
        "s3://b/a?list-type=2&max-keys=2&prefix=x#mode=zarr,v3&aws.region=eu-west-1",
        "in.nc: variable /sig=4"}) {
    EXPECT_EQ(without_secrets(text), text);
  }
}

}  // namespace
}  // namespace ncf::base
