// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/memory/bytes.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <new>
#include <utility>

namespace ncf::base {
namespace {

TEST(ByteBuffer, StartsEmptyAndKeepsItsContentsWhenItGrows) {
  ByteBuffer buffer;
  EXPECT_TRUE(buffer.bytes().empty());
  buffer.reserve(2);
  ASSERT_EQ(buffer.bytes().size(), 2U);
  buffer.bytes()[0] = std::byte{7};
  buffer.bytes()[1] = std::byte{8};
  buffer.reserve(1'000'000);
  ASSERT_EQ(buffer.bytes().size(), 1'000'000U);
  EXPECT_EQ(buffer.bytes()[0], std::byte{7});
  EXPECT_EQ(buffer.bytes()[1], std::byte{8});
}

TEST(ByteBuffer, NeverShrinks) {
  ByteBuffer buffer;
  buffer.reserve(100);
  const std::byte* const memory = buffer.bytes().data();
  buffer.reserve(10);
  EXPECT_EQ(buffer.bytes().size(), 100U);
  EXPECT_EQ(buffer.bytes().data(), memory);
}

TEST(ByteBuffer, MovesItsMemory) {
  ByteBuffer from;
  from.reserve(100);
  const std::byte* const memory = from.bytes().data();
  ByteBuffer to(std::move(from));
  EXPECT_EQ(to.bytes().data(), memory);
  ByteBuffer other;
  other = std::move(to);
  EXPECT_EQ(other.bytes().data(), memory);
  EXPECT_EQ(other.bytes().size(), 100U);
}

TEST(ByteBuffer, StaysAsItIsWhenMemoryIsShort) {
  ByteBuffer buffer;
  buffer.reserve(3);
  EXPECT_THROW(buffer.reserve(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
  EXPECT_EQ(buffer.bytes().size(), 3U);
}

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
