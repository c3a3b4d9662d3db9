// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/characters.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ncf::base {
namespace {

TEST(ToNfc, ComposesWhatIsWrittenInParts) {
  EXPECT_EQ(to_nfc("te\u0301mp\u00e9rature"), "t\u00e9mp\u00e9rature");
  EXPECT_EQ(to_nfc("\u1112\u1161\u11ab"), "\ud55c");
  EXPECT_EQ(to_nfc("\u212b"), "\u00c5");  // the sign of the unit is the letter
  EXPECT_EQ(to_nfc("e\u0323\u0301"), to_nfc("e\u0301\u0323"));  // marks have an order
}

TEST(ToNfc, LeavesEverythingElse) {
  EXPECT_EQ(to_nfc(""), "");
  EXPECT_EQ(to_nfc("/group/t2m"), "/group/t2m");
  EXPECT_EQ(to_nfc("x\u00b2"), "x\u00b2");  // another character, though it looks like one
  EXPECT_EQ(to_nfc("a\xFFz"), "a\xFFz");
  EXPECT_EQ(to_nfc(std::string("\u00e9\0b", 4)), std::string("\u00e9\0b", 4));
}

}  // namespace
}  // namespace ncf::base
