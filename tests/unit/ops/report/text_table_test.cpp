// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/report/text_table.hpp"

#include <gtest/gtest.h>

namespace ncf::ops {
namespace {

TEST(TextTable, MakesColumnsAsWideAsTheyMustBe) {
  EXPECT_EQ(format_table({{"id", "name", "last"}, {"32015", "z", "x"}, {"1", "", ""}}),
            "id     name  last\n"
            "32015  z     x\n"
            "1      -     -\n");
}

TEST(TextTable, FoldsLongTextsToTheWidthOfATerminal) {
  EXPECT_EQ(format_table({{"variable", "filters", "raw"},
                          {"/forecast/temperature", "shuffle | zstd level=3", "451.0 MB"}},
                         {.width = 40}),
            "variable        filters         raw\n"
            "/forecast/      shuffle | zstd  451.0 MB\n"
            "temperature     level=3\n");
}

TEST(TextTable, ChopsNoNumbers) {
  EXPECT_EQ(format_table(
                {{"name", "shape"}, {"/variable123456789012345", "1000 x 12345678901234567 x 9"}},
                {.width = 10}),
            "name          shape\n"
            "/variable     1000 x\n"
            "123456789012345  12345678901234567\n"
            "              x 9\n");
}

TEST(TextTable, CountsCharacters) {
  EXPECT_EQ(format_table({{"\u00e4bcdefghijkl\u00f6\u00fc", "b"}}, {.width = 4}),
            "\u00e4bcdefghijkl  b\n"
            "\u00f6\u00fc\n");
}

TEST(TextTable, IsOfAnyWidthForFiles) {
  const std::string name(300, 'x');
  EXPECT_EQ(format_table({{name, "b"}}), name + "  b\n");
}

TEST(TextTable, OfNothingIsNothing) { EXPECT_EQ(format_table({}), ""); }

}  // namespace
}  // namespace ncf::ops
