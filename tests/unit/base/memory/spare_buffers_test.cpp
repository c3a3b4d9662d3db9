// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/memory/bytes.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace ncf::base {
namespace {

TEST(SpareBuffers, AreUsedAgain) {
  SpareBuffers spares;
  ByteBuffer buffer = spares.take(1000);
  ASSERT_EQ(buffer.bytes().size(), 1000U);
  const std::byte* const memory = buffer.bytes().data();
  const ByteBuffer other = spares.take(1000);
  EXPECT_NE(other.bytes().data(), memory);
  spares.give(std::move(buffer));
  EXPECT_EQ(spares.take(1000).bytes().data(), memory);
}

TEST(SpareBuffers, HaveOneSize) {
  SpareBuffers spares;
  ByteBuffer small = spares.take(1000);
  ByteBuffer large = spares.take(2000);
  spares.give(std::move(small));
  EXPECT_EQ(spares.take(2000).bytes().size(), 2000U);
  const std::byte* const memory = large.bytes().data();
  spares.give(std::move(large));
  EXPECT_EQ(spares.take(2000).bytes().data(), memory);
}

TEST(SpareBuffers, NothingIsGivenBackWhereNothingWasTaken) {
  SpareBuffers spares;
  spares.give(ByteBuffer());
  EXPECT_EQ(spares.take(1000).bytes().size(), 1000U);
}

}  // namespace
}  // namespace ncf::base
