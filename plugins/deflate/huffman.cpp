// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/huffman.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "deflate/format.hpp"

namespace ncf::plugins::deflate {
namespace {

constexpr unsigned symbol_bits = 9;
constexpr std::uint32_t symbol_mask = (1U << symbol_bits) - 1;

// The number of codes of each length. A tree with n leaves has a depth of at most n - 1.
using LengthCounts = std::array<std::uint32_t, main_symbols>;

// Computes the number of codes of each length from the frequencies of n >= 2 symbols in ascending
// order. The array then contains, in turn, the sums of the inner nodes, their parents, and their
// depths.
//
// source: A. Moffat, J. Katajainen, "In-Place Calculation of Minimum-Redundancy Codes", 1995
void count_lengths(std::span<std::uint32_t> nodes, LengthCounts& counts) noexcept {
  const std::size_t n = nodes.size();
  std::size_t leaf = 0;
  std::size_t root = 0;
  for (std::size_t next = 0; next + 1 < n; ++next) {
    std::uint32_t sum = 0;
    for (int child = 0; child < 2; ++child) {
      if (leaf == n || (root < next && nodes[root] < nodes[leaf])) {
        sum += nodes[root];
        nodes[root++] = static_cast<std::uint32_t>(next);
      } else {
        sum += nodes[leaf++];
      }
    }
    nodes[next] = sum;
  }

  nodes[n - 2] = 0;
  for (std::size_t i = n - 2; i-- > 0;) nodes[i] = nodes[nodes[i]] + 1;

  std::size_t open = 1;  // nodes of a depth, leaves or inner ones
  std::size_t inner_end = n - 1;
  for (std::uint32_t depth = 0; open > 0; ++depth) {
    std::size_t inner = 0;
    while (inner_end > 0 && nodes[inner_end - 1] == depth) {
      ++inner;
      --inner_end;
    }
    counts[depth] = static_cast<std::uint32_t>(open - inner);
    open = 2 * inner;
  }
}

// Shortens the codes that are too long, and lengthens as many others as necessary.
void limit_lengths(LengthCounts& counts, unsigned max_bits) noexcept {
  for (std::size_t length = counts.size() - 1; length > max_bits; --length) {
    counts[max_bits] += counts[length];
    counts[length] = 0;
  }
  std::uint64_t used = 0;  // the sum of each code's share, in codes of max_bits
  for (unsigned length = 1; length <= max_bits; ++length) {
    used += std::uint64_t{counts[length]} << (max_bits - length);
  }
  for (; used > std::uint64_t{1} << max_bits; --used) {
    // A longest code moves beside a shorter one, which becomes a bit longer: the sum decreases by
    // one.
    unsigned shorter = max_bits - 1;
    while (counts[shorter] == 0) --shorter;
    --counts[shorter];
    counts[shorter + 1] += 2;
    --counts[max_bits];
  }
}

// Returns the lowest `length` bits of `code`, at most 15, in reverse order.
std::uint32_t reversed(std::uint32_t code, unsigned length) noexcept {
  code = (code & 0x5555) << 1 | (code >> 1 & 0x5555);
  code = (code & 0x3333) << 2 | (code >> 2 & 0x3333);
  code = (code & 0x0F0F) << 4 | (code >> 4 & 0x0F0F);
  code = (code & 0x00FF) << 8 | code >> 8;
  return code >> (16 - length);
}

}  // namespace

void make_code_lengths(std::span<const std::uint32_t> frequencies, unsigned max_bits,
                       std::span<std::uint8_t> lengths) noexcept {
  std::array<std::uint32_t, main_symbols>
      sorted;  // each with a frequency in the high bits and its symbol in the low ones
  std::array<std::uint32_t, main_symbols> nodes;
  std::size_t n = 0;
  for (std::size_t symbol = 0; symbol < frequencies.size(); ++symbol) {
    lengths[symbol] = 0;
    if (frequencies[symbol] == 0) continue;
    sorted[n++] = frequencies[symbol] << symbol_bits | static_cast<std::uint32_t>(symbol);
  }
  for (std::uint32_t symbol = 0; n < 2; ++symbol) {
    if (frequencies[symbol] == 0) sorted[n++] = symbol;
  }
  std::sort(sorted.begin(), sorted.begin() + n);
  for (std::size_t i = 0; i < n; ++i) nodes[i] = sorted[i] >> symbol_bits;

  LengthCounts counts{};
  count_lengths(std::span(nodes).first(n), counts);
  limit_lengths(counts, max_bits);

  std::size_t next = 0;  // the rarest symbols get the longest codes
  for (unsigned length = max_bits; length > 0; --length) {
    for (std::uint32_t i = 0; i < counts[length]; ++i) {
      lengths[sorted[next++] & symbol_mask] = static_cast<std::uint8_t>(length);
    }
  }
}

void make_codes(std::span<const std::uint8_t> lengths, std::span<Code> codes) noexcept {
  std::array<std::uint32_t, max_code_bits + 2> next{};  // by length
  for (const std::uint8_t length : lengths) ++next[length + 1U];
  next[1] = 0;
  for (unsigned length = 1; length <= max_code_bits + 1; ++length) {
    next[length] = (next[length - 1] + next[length]) << 1;
  }
  for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
    const unsigned length = lengths[symbol];
    codes[symbol] = length == 0 ? Code() : Code(reversed(next[length]++, length), length);
  }
}

}  // namespace ncf::plugins::deflate
