// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/huffman.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <queue>
#include <random>
#include <string>
#include <vector>

namespace ncf::plugins::deflate {
namespace {

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

}  // namespace
}  // namespace ncf::plugins::deflate
