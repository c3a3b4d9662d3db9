// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/escape_controls.hpp"

#include <gtest/gtest.h>

namespace ncf {
namespace {

TEST(EscapeControls, LeavesNamesAsTheyAre) {
  EXPECT_EQ(escape_controls(""), "");
  EXPECT_EQ(escape_controls("/forecast/t2m:units is \\n"), "/forecast/t2m:units is \\n");
  EXPECT_EQ(escape_controls("/naïve température 温度 🌡"),
            "/naïve température 温度 🌡");
}

TEST(EscapeControls, EscapesWhatSteersATerminal) {
  EXPECT_EQ(escape_controls("a\x1b[2J"), R"(a\x1b[2J)");
  EXPECT_EQ(escape_controls("a\nb\tc\r"), R"(a\nb\tc\x0d)");
  EXPECT_EQ(escape_controls(std::string_view("\0\x7f", 2)), R"(\x00\x7f)");
  EXPECT_EQ(escape_controls("\u0080 \u009b \u00a0"), "\\u0080 \\u009b \u00a0");
}

TEST(EscapeControls, EscapesWhatChangesTheDirection) {
  EXPECT_EQ(escape_controls("t2m\u202Ecn.\u2066"), "t2m\\u202ecn.\\u2066");
  EXPECT_EQ(escape_controls("حرارة \u200Da\u2028"), "حرارة \u200Da\\u2028");
}

TEST(EscapeControls, EscapesWhatIsNotUtf8) {
  EXPECT_EQ(escape_controls("caf\xe9 \x9b"), R"(caf\xe9 \x9b)");
  EXPECT_EQ(escape_controls("\xc3"), R"(\xc3)");
}

}  // namespace
}  // namespace ncf
