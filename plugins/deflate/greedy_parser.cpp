// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/greedy_parser.hpp"

#include <algorithm>
#include <bit>

namespace ncf::plugins::deflate {
namespace {

constexpr unsigned hash_bits = 15;
constexpr std::uint32_t sparse_step = 16;

// What the codes of a match take on average, without the extra bits of its distance.
constexpr int match_codes = 7 * bit;

std::uint32_t hash_of(std::uint32_t four_bytes) noexcept {
  return (four_bytes * 0x9E3779B1U) >> (32 - hash_bits);
}

constexpr unsigned three_bits = 14;
std::uint32_t hash_of_three(std::uint32_t four_bytes) noexcept {
  return ((four_bytes << 8) * 0x9E3779B1U) >> (32 - three_bits);
}

int distance_extra_cost(std::uint32_t distance) noexcept {
  return distance_ranges[distance_symbol_of(distance)].extra_bits * static_cast<int>(bit);
}

// What a match saves: its literals, of which a few tell about the rest, less its own cost.
int gain_of(const std::uint8_t* bytes, std::uint32_t length, std::uint32_t distance,
            const LiteralCosts& costs) noexcept {
  constexpr std::uint32_t looked_at = 24;
  int gain = -match_codes - distance_extra_cost(distance);
  for (std::uint32_t i = 0; i < std::min(length, looked_at); ++i) gain += costs[bytes[i]];
  if (length > looked_at) gain += static_cast<int>((length - looked_at) * bit);
  return gain;
}

}  // namespace

GreedyParser::GreedyParser() : last_(std::size_t{1} << hash_bits), last3_(1<<16) {}

void GreedyParser::clear() noexcept { std::fill(last_.begin(), last_.end(), 0); std::fill(last3_.begin(), last3_.end(), 0); }

GreedyParser::Sample GreedyParser::sample(const Segment& segment,
                                          const LiteralCosts& costs) noexcept {
  const std::uint8_t* const chunk = segment.chunk;
  const std::uint32_t end = search_end(segment);
  const std::uint32_t size = std::min(segment.size() / 16 + 64, 1024U);
  Sample sample;
  std::uint32_t remembered = segment.begin;  // up to here, sparsely
  const auto remember_until = [&](std::uint32_t until) {
    for (; remembered < until; remembered += sparse_step) {
      last_[hash_of(load32(chunk + remembered))] = static_cast<std::uint16_t>(remembered);
    }
  };
  for (const std::uint32_t sixteenths : {5U, 13U}) {
    const std::uint32_t from = segment.begin + segment.size() * sixteenths / 16;
    if (from + size > end) break;
    remember_until(from);
    sample.bytes += size;
    for (std::uint32_t i = std::max(from, 1U); i < from + size; ++i) {
      const std::uint32_t four = load32(chunk + i);
      const auto distance = static_cast<std::uint16_t>(i - last_[hash_of(four)]);
      remember_until(i + 1);
      if (load32(chunk + i - 1) == four) {
        sample.saved += std::max(0, costs[chunk[i]] - 3);
        continue;
      }
      if (distance == 0 || distance > most_distance || distance > i ||
          load32(chunk + i - distance) != four) {
        continue;
      }
      const std::uint32_t length =
          4 + common_length(chunk + i + 4, chunk + i + 4 - distance,
                            chunk + std::min(segment.end, i + 64));
      const int gain = gain_of(chunk + i, length, distance, costs);
      // Only every 16th position is known: matches are that much more frequent.
      if (gain > 0) sample.saved += sparse_step * static_cast<unsigned>(gain) / (length - 3);
    }
  }
  remember_until(end);
  return sample;
}

#ifndef LONGB
#define LONGB 6
#endif
namespace { 
#ifndef SKIP
#define SKIP 7
#endif
#define MASK (SHORT == 3 ? 0xFFFFFFu : ~0u)
#ifndef SHORT
#define SHORT 3
#endif
#ifndef SB
#define SB 14
#endif
std::uint32_t hash_short(std::uint32_t four_bytes) noexcept {
  return ((four_bytes << (32 - 8*SHORT)) * 0x9E3779B1U) >> (32 - SB);
}
std::uint32_t hash_long(std::uint64_t v) noexcept { return ((v << (64 - 8 * LONGB)) * 0x9E3779B185EBCA87ULL) >> (64 - hash_bits); }
}
void GreedyParser::run(const Segment& segment, const LiteralCosts& costs,
                       ParseCollector& parse) noexcept {
  const std::uint8_t* const chunk = segment.chunk;
  const std::uint32_t end = search_end(segment);
  std::uint16_t* const last = last_.data();
  std::uint32_t* const last3 = last3_.data();
  const auto remember = [&](std::uint32_t position) {
    const std::uint64_t four = load64(chunk + position);
    last[hash_long(four)] = static_cast<std::uint16_t>(position);
    { auto& x = last3[hash_short(four)]; x = x << 16 | (position & 0xFFFF); }
  };
  std::uint32_t i = segment.begin;
  if (i == 0 && end > 0) remember(i++);
  while (i < end) {
    const std::uint64_t eight = load64(chunk + i);
    const std::uint32_t four = eight;
    std::uint16_t& slot = last[hash_long(eight)];
    std::uint32_t& slot3 = last3[hash_short(four)];
    std::uint32_t distance = std::min<std::uint32_t>(static_cast<std::uint16_t>(i - slot), i);
    const std::uint32_t d1 = std::min<std::uint32_t>(static_cast<std::uint16_t>(i - slot3), i);
    const std::uint32_t d2 = std::min<std::uint32_t>(static_cast<std::uint16_t>(i - (slot3 >> 16)), i);
    slot = static_cast<std::uint16_t>(i);
    slot3 = slot3 << 16 | (i & 0xFFFF);
    std::uint32_t length;
      const std::uint8_t* const match_end = chunk + std::min(segment.end, i + most_match);
    if (load32(chunk + i - distance) == four && distance - 1 < most_distance) {
      length = 4 + common_length(chunk + i + 4, chunk + i + 4 - distance, match_end);
    } else {
      const bool ok1 = ((load32(chunk + i - d1) ^ four) & MASK) == 0 && d1 - 1 < most_distance;
      const bool ok2 = ((load32(chunk + i - d2) ^ four) & MASK) == 0 && d2 - 1 < most_distance;
      length = 0;
      if (ok1) { distance = d1; length = 3 + common_length(chunk + i + 3, chunk + i + 3 - d1, match_end); }
      if (ok2) { std::uint32_t l2 = 3 + common_length(chunk + i + 3, chunk + i + 3 - d2, match_end); if (l2 > length) { length = l2; distance = d2; } }
      if (length == 0) {
      i += 1 + std::min((i - parse.literals_from()) >> SKIP, 3U);
      continue;
      }
    }
    if (length < 6) {
      int gain = -match_codes - distance_extra_cost(distance);
      for (std::uint32_t k = 0; k < length; ++k) gain += costs[chunk[i + k]];
      if (gain <= 0) {
        ++i;
        continue;
      }
    }
    parse.add(i, length, distance);
    const std::uint32_t match_last = i + length;
    const std::uint32_t known_end = std::min(match_last, end);
#ifndef INS
#define INS 0
#endif
    if (INS == 0) {
    if (length >= 8 && distance == 1) {
      for (std::uint32_t k = i + 1; k < std::min(i + 4, known_end); ++k) remember(k);
      if (match_last <= end) remember(match_last - 1);
    } else {
      for (std::uint32_t k = i + 1; k < known_end; ++k) remember(k);
    }
    } else if (INS == 1) {
      for (std::uint32_t k = i + 1; k < known_end; k += 2) remember(k);
    } else if (INS == 2) {
      if (match_last <= end) { remember(i + 1); remember(match_last - 2); remember(match_last - 1); }
    } else if (INS == 3) {
      if (match_last <= end) { remember(i + 1); remember(i + 2); if (length >= 8) for (std::uint32_t k = i + 3; k < known_end; k += 4) remember(k); remember(match_last - 1); }
    } else if (INS == 4) {
      if (match_last <= end) { remember(i + 1); remember(i + 2); if (length > 3) remember(match_last - 1); }
    } else if (INS == 5) {
      if (match_last <= end) { remember(i + 1); if (length > 3) remember(match_last - 1); }
    } else if (INS == 6) {
      if (match_last <= end) { remember(match_last - 1);  }
    }
    i = match_last;
  }
  parse.end();
}

}  // namespace ncf::plugins::deflate
