// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/block.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <queue>
#include <random>
#include <string>
#include <vector>

#include "deflate/cost.hpp"
#include "deflate/format.hpp"
#include "deflate/parsers.hpp"
#include "deflate/test/planes.hpp"

namespace ncf::plugins::deflate {
namespace {

// ---- the writer of bits ----

using Octets = std::vector<std::uint8_t>;

Octets written(const Octets& memory, const BitWriter& writer) {
  return {memory.data(), static_cast<const std::uint8_t*>(writer.end())};
}

TEST(BitWriter, PutsTheFirstBitLowest) {
  Octets memory(16);
  BitWriter writer(memory.data());
  writer.put(1, 1);
  writer.put(2, 2);
  writer.put(0x1F, 5);
  writer.put(3, 9);
  writer.flush();
  EXPECT_EQ(written(memory, writer), (Octets{0b11111'10'1, 3}));
  EXPECT_EQ(writer.bits_begun(), 1U);
}

TEST(BitWriter, FillsAByteWithZeros) {
  Octets memory(16, 0xFF);
  BitWriter writer(memory.data());
  writer.align();
  EXPECT_EQ(written(memory, writer), Octets{});
  writer.put(1, 1);
  writer.align();
  const Octets more{7, 8, 9};
  writer.append(more.data(), more.size());
  writer.append(nullptr, 0);
  EXPECT_EQ(written(memory, writer), (Octets{1, 7, 8, 9}));
  EXPECT_EQ(writer.bits_begun(), 0U);
}

TEST(BitWriter, WritesAnyBitsInOrder) {
  std::mt19937_64 random(1);
  std::vector<bool> expected;
  Octets memory(20'000);
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

// ---- Huffman codes ----

using Frequencies = std::vector<std::uint32_t>;
using Lengths = std::vector<std::uint8_t>;

Lengths lengths_of(const Frequencies& frequencies, unsigned max_bits) {
  Lengths lengths(frequencies.size(), 99);
  make_code_lengths(frequencies, max_bits, lengths);
  return lengths;
}

std::uint64_t total_bits(const Frequencies& frequencies, const Lengths& lengths) {
  return std::inner_product(frequencies.begin(), frequencies.end(), lengths.begin(),
                            std::uint64_t{0});
}

// Computes the minimum by Huffman's algorithm: repeatedly joins the two rarest.
std::uint64_t min_bits(const Frequencies& frequencies) {
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> open;
  for (const std::uint32_t frequency : frequencies) {
    if (frequency != 0) open.push(frequency);
  }
  std::uint64_t bits = 0;
  while (open.size() > 1) {
    std::uint64_t sum = open.top();
    open.pop();
    sum += open.top();
    open.pop();
    bits += sum;
    open.push(sum);
  }
  return bits;
}

// Checks that every sequence of bits begins exactly one code.
void expect_complete(const Lengths& lengths, unsigned max_bits) {
  std::uint64_t used = 0;
  for (const std::uint8_t length : lengths) {
    ASSERT_LE(length, max_bits);
    if (length != 0) used += std::uint64_t{1} << (max_bits - length);
  }
  EXPECT_EQ(used, std::uint64_t{1} << max_bits);
}

Frequencies random_frequencies(std::mt19937& random, std::size_t symbols) {
  Frequencies frequencies(symbols);
  for (std::uint32_t& frequency : frequencies) {
    const auto any = static_cast<std::uint32_t>(random());
    frequency = any % 3 == 0 ? 0 : 1 + (any >> (random() % 22 + 10));
  }
  frequencies[0] = frequencies[1] = 1;
  return frequencies;
}

Frequencies fibonacci(std::size_t symbols) {
  Frequencies frequencies{1, 1};
  while (frequencies.size() < symbols) {
    frequencies.push_back(frequencies.end()[-1] + frequencies.end()[-2]);
  }
  return frequencies;
}

TEST(Huffman, IsOptimalWhereLengthsAreNotLimited) {
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    const Frequencies frequencies = random_frequencies(random, 2 + random() % 285);
    const Lengths lengths = lengths_of(frequencies, 32);
    EXPECT_EQ(total_bits(frequencies, lengths), min_bits(frequencies));
    expect_complete(lengths, 32);
  }
}

TEST(Huffman, KeepsToTheLongestCode) {
  std::mt19937 random(2);
  for (int i = 0; i < 500; ++i) {
    for (const unsigned max_bits : {12U, 15U}) {
      const Frequencies frequencies = random_frequencies(random, 2 + random() % 285);
      const Lengths lengths = lengths_of(frequencies, max_bits);
      expect_complete(lengths, max_bits);
      for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
        EXPECT_EQ(lengths[symbol] == 0, frequencies[symbol] == 0);
      }
    }
  }
  for (unsigned max_bits = 5; max_bits <= 15; ++max_bits) {
    const Frequencies frequencies = fibonacci(30);  // the deepest possible tree
    expect_complete(lengths_of(frequencies, max_bits), max_bits);
  }
}

TEST(Huffman, LosesLittleByTheLimit) {
  const Frequencies frequencies = fibonacci(25);
  EXPECT_LT(total_bits(frequencies, lengths_of(frequencies, 12)),
            min_bits(frequencies) * 101 / 100);
}

TEST(Huffman, FitsAsManySymbolsAsTheLimitAllows) {
  expect_complete(lengths_of(Frequencies(16, 5), 4), 4);
  EXPECT_EQ(lengths_of(Frequencies(16, 5), 4), Lengths(16, 4));
}

TEST(Huffman, HasTwoCodesWhereOneWouldDo) {
  EXPECT_EQ(lengths_of({0, 0, 0}, 15), (Lengths{1, 1, 0}));
  EXPECT_EQ(lengths_of({9, 0, 0}, 15), (Lengths{1, 1, 0}));
  EXPECT_EQ(lengths_of({0, 0, 9}, 15), (Lengths{1, 0, 1}));
}

// source: RFC 1951, section 3.2.2, the example
TEST(Huffman, NumbersCodesAsTheFormatDoes) {
  const Lengths lengths{3, 3, 3, 3, 3, 2, 4, 4};
  std::vector<Code> codes(lengths.size());
  make_codes(lengths, codes);
  std::vector<std::string> texts;
  for (const Code code : codes) {
    std::string& text = texts.emplace_back();
    for (unsigned i = 0; i < code.length(); ++i) text += (code.bits() >> i & 1) != 0 ? '1' : '0';
  }
  EXPECT_EQ(texts,
            (std::vector<std::string>{"010", "011", "100", "101", "110", "00", "1110", "1111"}));
}

TEST(Huffman, GivesNoCodeToWhatHasNoLength) {
  std::vector<Code> codes(3, Code(1, 1));
  make_codes(Lengths{1, 0, 1}, codes);
  EXPECT_EQ(codes[1].length(), 0U);
}

// ---- blocks ----

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
