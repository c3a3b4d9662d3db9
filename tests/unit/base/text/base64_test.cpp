// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/base64.hpp"

#include <gtest/gtest.h>

namespace ncf::base {
namespace {

// source: RFC 4648, section 10
TEST(Base64, OfTheStandard) {
  const struct {
    const char* bytes;
    const char* text;
  } rows[] = {{"", ""},
              {"f", "Zg=="},
              {"fo", "Zm8="},
              {"foo", "Zm9v"},
              {"foob", "Zm9vYg=="},
              {"fooba", "Zm9vYmE="},
              {"foobar", "Zm9vYmFy"}};
  for (const auto& row : rows) {
    EXPECT_EQ(format_base64(row.bytes), row.text);
    EXPECT_EQ(parse_base64(row.text), row.bytes);
  }
  EXPECT_EQ(parse_base64("//79"), "\xFF\xFE\xFD");
}

TEST(Base64, WhatIsNone) {
  for (const char* text : {"Z", "Zg", "Zg=", "Z===", "Zg==Zg==", "Z=g=", "Zm9 ", "Zm9-"}) {
    EXPECT_FALSE(parse_base64(text)) << text;
  }
}

}  // namespace
}  // namespace ncf::base
