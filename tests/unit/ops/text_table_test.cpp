// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/text_table.hpp"

#include <gtest/gtest.h>

namespace ncf::ops {
namespace {

TEST(TextTable, MakesColumnsAsWideAsTheyMustBe) {
  EXPECT_EQ(format_table({{"id", "name", "last"}, {"32015", "z", "x"}, {"1", "", ""}}),
            "id     name  last\n"
            "32015  z     x\n"
            "1      -     -\n");
}

TEST(TextTable, OfNothingIsNothing) { EXPECT_EQ(format_table({}), ""); }

}  // namespace
}  // namespace ncf::ops
