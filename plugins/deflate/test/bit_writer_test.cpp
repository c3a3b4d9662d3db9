// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/bit_writer.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace ncf::plugins::deflate {
namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes written(const Bytes& memory, const BitWriter& writer) {
  return {memory.data(), static_cast<const std::uint8_t*>(writer.end())};
}

TEST(BitWriter, PutsTheFirstBitLowest) {
  Bytes memory(16);
  BitWriter writer(memory.data());
  writer.put(1, 1);
  writer.put(2, 2);
  writer.put(0x1F, 5);
  writer.put(3, 9);
  writer.flush();
  EXPECT_EQ(written(memory, writer), (Bytes{0b11111'10'1, 3}));
  EXPECT_EQ(writer.bits_begun(), 1U);
}

TEST(BitWriter, FillsAByteWithZeros) {
  Bytes memory(16, 0xFF);
  BitWriter writer(memory.data());
  writer.align();
  EXPECT_EQ(written(memory, writer), Bytes{});
  writer.put(1, 1);
  writer.align();
  const Bytes more{7, 8, 9};
  writer.append(more.data(), more.size());
  writer.append(nullptr, 0);
  EXPECT_EQ(written(memory, writer), (Bytes{1, 7, 8, 9}));
  EXPECT_EQ(writer.bits_begun(), 0U);
}

TEST(BitWriter, WritesAnyBitsInOrder) {
  std::mt19937_64 random(1);
  std::vector<bool> expected;
  Bytes memory(20'000);
  BitWriter writer(memory.data());
  for (int flushes = 0; flushes < 2000; ++flushes) {
    for (unsigned room = BitWriter::max_pending_bits; room > 0;) {
      const auto bits = 1 + static_cast<unsigned>(random() % room);
      const std::uint64_t value = random() >> (64 - bits);
      writer.put(value, bits);
      for (unsigned i = 0; i < bits; ++i) expected.push_back((value >> i & 1) != 0);
      room -= bits;
    }
    writer.flush();
  }
  ASSERT_EQ(expected.size() % 8, writer.bits_begun());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ((memory[i / 8] >> (i % 8) & 1) != 0, expected[i]) << i;
  }
}

}  // namespace
}  // namespace ncf::plugins::deflate
