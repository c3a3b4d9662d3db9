// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/messages.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace ncf::base
