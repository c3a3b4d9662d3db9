// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dataset/value_reader.hpp"

#include <gtest/gtest.h>

namespace ncf::ops {
namespace {

TEST(DecodedChunks, KeepsThoseThatWereUsedLast) {
  DecodedChunks chunks(250);
  const auto first = chunks.add(0, 7, 100);
  (void)chunks.add(1, 7, 100);
  EXPECT_EQ(chunks.find(0, 7), first);
  (void)chunks.add(1, 8, 100);
  EXPECT_EQ(chunks.find(0, 7), first);
  EXPECT_EQ(chunks.find(1, 7), nullptr);
  EXPECT_NE(chunks.find(1, 8), nullptr);
  chunks.clear();
  EXPECT_EQ(chunks.find(0, 7), nullptr);
  EXPECT_EQ(first->bytes().size(), 100U);
}

TEST(DecodedChunks, HoldsNoneWithoutMemory) {
  EXPECT_FALSE(DecodedChunks(0).holds(1));
  EXPECT_TRUE(DecodedChunks(100).holds(100));
  EXPECT_FALSE(DecodedChunks(100).holds(101));
}

}  // namespace
}  // namespace ncf::ops
