// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/block.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "deflate/block_header.hpp"
#include "deflate/cost.hpp"
#include "deflate/greedy_parser.hpp"
#include "deflate/test/planes.hpp"

namespace ncf::plugins::deflate {
namespace {

using test::PlaneBytes;

constexpr int raw_deflate = -15;

struct Parsed {
  explicit Parsed(const PlaneBytes& data) {
    const Segment segment{data, 0, static_cast<std::uint32_t>(data.size())};
    LiteralCosts costs;
    costs.fill(8 * bit);
    SymbolCounts byte_counts;
    count_bytes(data, std::span(byte_counts.main).first<literals>());
    parse.begin(segment, byte_counts);
    parse_greedily(segment, costs, *std::make_unique<History>(), parse);
    parse.end();
  }
  Parse parse;
};

// Returns the data as one block, after `bits` bits of an empty block.
PlaneBytes write(const PlaneBytes& data, bool is_last = true) {
  const Parsed parsed(data);
  PlaneBytes memory(data.size() + 100);
  BitWriter writer(memory.data());
  write_block(writer, {data, parsed.parse.sequences(), parsed.parse.counts()}, is_last);
  writer.align();
  memory.resize(static_cast<std::size_t>(writer.end() - memory.data()));
  return memory;
}

BlockKind kind_of(const PlaneBytes& written) {
  return static_cast<BlockKind>(written.front() >> 1 & 3);
}

TEST(Block, IsOfTheKindThatTakesLeast) {
  const std::vector<std::pair<PlaneBytes, BlockKind>> cases{
      {test::noise(5'000), BlockKind::stored},
      {{1, 2, 3, 4, 5, 6}, BlockKind::fixed},
      {test::noise_up_to(20, 5'000), BlockKind::dynamic},
      {test::runs(50'000), BlockKind::dynamic},
      {PlaneBytes(100, 0), BlockKind::fixed},
  };
  for (const auto& [data, kind] : cases) {
    const PlaneBytes written = write(data);
    EXPECT_EQ(kind_of(written), kind);
    EXPECT_EQ(test::zlib_decode(written, data.size(), raw_deflate), data);
  }
}

TEST(Block, IsLastWhereItShouldBe) {
  EXPECT_EQ(write(test::noise(100), true).front() & 1, 1);
  EXPECT_EQ(write(test::noise(100), false).front() & 1, 0);
  EXPECT_EQ(write(test::runs(100), false).front() & 1, 0);
}

TEST(Block, BeginsAtAnyBit) {
  const PlaneBytes data = test::noise_up_to(200, 3'000);
  for (const PlaneBytes& next : {data, test::noise(3'000), PlaneBytes(3'000, 7)}) {
    PlaneBytes memory(10'000);
    BitWriter writer(memory.data());
    PlaneBytes expected;
    for (std::size_t bytes = 1; bytes < 9; ++bytes) {
      const PlaneBytes first(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(bytes));
      const Parsed parsed(first);
      write_block(writer, {first, parsed.parse.sequences(), parsed.parse.counts()}, false);
      expected = test::join({expected, first});
    }
    const Parsed parsed(next);
    write_block(writer, {next, parsed.parse.sequences(), parsed.parse.counts()}, true);
    writer.align();
    memory.resize(static_cast<std::size_t>(writer.end() - memory.data()));
    expected = test::join({expected, next});
    EXPECT_EQ(test::zlib_decode(memory, expected.size(), raw_deflate), expected);
  }
}

// Codes of 12 bits, and codes so short that six literals are written at a time.
TEST(Block, WritesCodesOfEveryLength) {
  for (std::uint32_t rarest = 1; rarest < 300; rarest += 50) {
    PlaneBytes data = test::noise_up_to(3, 60'000);
    for (std::size_t i = 0; i < 256; ++i) {
      for (std::uint32_t k = 0; k < rarest; ++k)
        data[(i * rarest + k) * 3 % data.size()] = static_cast<std::uint8_t>(i);
    }
    EXPECT_EQ(test::zlib_decode(write(data), data.size(), raw_deflate), data) << rarest;
  }
}

TEST(Block, StoresMoreThanFitsOne) {
  for (const std::size_t bytes : {0U, 1U, 65'535U, 65'536U, 200'000U}) {
    const PlaneBytes data = test::noise(bytes);
    PlaneBytes memory(bytes + 100);
    BitWriter writer(memory.data());
    write_stored(writer, data, true);
    memory.resize(static_cast<std::size_t>(writer.end() - memory.data()));
    EXPECT_EQ(memory.size(), bytes + 5 * std::max<std::size_t>(1, (bytes + 65'534) / 65'535));
    EXPECT_EQ(test::zlib_decode(memory, bytes, raw_deflate), data) << bytes;
  }
}

// The predicted size of the header equals its size, for every pattern of lengths.
TEST(DynamicHeader, TakesWhatItSays) {
  for (const PlaneBytes& data : {PlaneBytes(2, 0), test::noise(20'000), test::noise_up_to(3, 1'000),
                                 PlaneBytes{0, 255}, test::runs(20'000), test::ramp(9'000)}) {
    SymbolCounts counts = Parsed(data).parse.counts();
    counts.main[end_of_block] = 1;
    const DynamicHeader header(best_lengths(counts));
    PlaneBytes memory(1'000);
    BitWriter writer(memory.data());
    header.write(writer);
    EXPECT_EQ(header.bits(),
              8 * static_cast<std::uint64_t>(writer.end() - memory.data()) + writer.bits_begun());
  }
}

}  // namespace
}  // namespace ncf::plugins::deflate
