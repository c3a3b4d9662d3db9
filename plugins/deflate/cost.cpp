// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/cost.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "deflate/format.hpp"

namespace ncf::plugins::deflate {
namespace {

constexpr unsigned fraction_bits = 12;
constexpr std::uint32_t one = 1U << fraction_bits;
constexpr unsigned mantissa_bits = 10;

// The logarithms of 1, 1 + 1/1024, ..., by squaring: when the square is 2 or more, a bit is set.
constexpr auto mantissa_logs = [] {
  constexpr unsigned steps = fraction_bits + 2;
  std::array<std::uint16_t, std::size_t{1} << mantissa_bits> logs{};
  for (std::size_t i = 0; i < logs.size(); ++i) {
    constexpr unsigned precision = 31;
    std::uint64_t value = ((std::uint64_t{1} << mantissa_bits) + i) << (precision - mantissa_bits);
    std::uint32_t log = 0;
    for (unsigned step = 0; step < steps; ++step) {
      value = value * value >> precision;
      const bool is_set = value >> (precision + 1) != 0;
      if (is_set) value >>= 1;
      log = 2 * log + (is_set ? 1 : 0);
    }
    logs[i] = static_cast<std::uint16_t>((log + 2) >> 2);
  }
  return logs;
}();

// Returns count * log2(count).
std::uint64_t weighted_log(std::uint32_t count) noexcept {
  return count == 0 ? 0 : std::uint64_t{count} * log2_of(count);
}

/// Returns the cost of a symbol that occurs `count` times among `sum`; both are at least 1.
std::uint32_t cost_of_share(std::uint32_t count, std::uint32_t sum) noexcept {
  constexpr std::uint32_t eighth = one / bit;
  return (log2_of(sum) - log2_of(count) + eighth / 2) / eighth;
}

std::uint64_t in_eighths(std::uint64_t value) noexcept { return value / (one / bit); }

std::uint64_t difference_or_zero(std::uint64_t a, std::uint64_t b) noexcept {
  return a > b ? a - b : 0;
}

std::uint64_t used_symbols(std::span<const std::uint32_t> counts) noexcept {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(counts, [](std::uint32_t count) { return count != 0; }));
}

std::uint32_t sum_of(std::span<const std::uint32_t> counts) noexcept {
  return std::accumulate(counts.begin(), counts.end(), 0U);
}

// Returns the cost of a symbol that occurs `count` times among `sum`; one that does not occur
// counts as half an occurrence.
std::uint32_t symbol_cost(std::uint32_t count, std::uint32_t sum) noexcept {
  constexpr std::uint32_t most = 13 * bit;
  return std::clamp(cost_of_share(2 * count + 1, 2 * sum + 1), bit, most);
}

}  // namespace

void count_bytes(std::span<const std::uint8_t> bytes,
                 std::span<std::uint32_t, literals> counts) noexcept {
  // Uses several tables in turn, so that an addition need not wait for an earlier one for the same
  // byte.
  std::array<std::array<std::uint32_t, literals>, 8> tables{};
  const auto count_eight = [&]<std::size_t... k>(std::uint64_t eight, std::index_sequence<k...>) {
    (++tables[k][eight >> (8 * k) & 0xFF], ...);
  };
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    const std::uint64_t eight = load64(bytes.data() + i);
    if (std::rotl(eight, 8) == eight) {  // eight equal bytes
      tables[0][eight & 0xFF] += 8;
    } else {
      count_eight(eight, std::make_index_sequence<8>());
    }
  }
  for (; i < bytes.size(); ++i) ++tables[0][bytes[i]];
  for (std::size_t byte = 0; byte < literals; ++byte) {
    counts[byte] = 0;
    for (const auto& table : tables) counts[byte] += table[byte];
  }
}

void SymbolCounts::add(const SymbolCounts& other) noexcept {
  for (std::size_t i = 0; i < main.size(); ++i) main[i] += other.main[i];
  for (std::size_t i = 0; i < distances.size(); ++i) distances[i] += other.distances[i];
}

std::uint64_t SymbolCounts::extra_bits() const noexcept {
  std::uint64_t bits = 0;
  for (std::size_t code = 0; code < length_codes; ++code) {
    bits += std::uint64_t{main[first_length + code]} * length_ranges[code].extra_bits;
  }
  for (std::size_t symbol = 0; symbol < distance_symbols; ++symbol) {
    bits += std::uint64_t{distances[symbol]} * distance_ranges[symbol].extra_bits;
  }
  return bits;
}

std::uint32_t log2_of(std::uint32_t value) noexcept {
  const auto exponent = static_cast<unsigned>(std::bit_width(value)) - 1;
  const std::uint32_t mantissa = exponent <= mantissa_bits ? value << (mantissa_bits - exponent)
                                                           : value >> (exponent - mantissa_bits);
  return exponent * one + mantissa_logs[mantissa & ((1U << mantissa_bits) - 1)];
}

std::uint64_t symbols_cost(std::span<const std::uint32_t> counts) noexcept {
  std::uint32_t sum = 0;
  std::uint32_t most = 0;
  std::uint64_t logs = 0;
  for (const std::uint32_t count : counts) {
    sum += count;
    most = std::max(most, count);
    logs += weighted_log(count);
  }
  if (most <= sum / 2) return in_eighths(difference_or_zero(weighted_log(sum), logs));
  // The most frequent symbol costs one bit, and every other one a bit more than without it.
  const std::uint64_t others =
      difference_or_zero(weighted_log(sum - most), logs - weighted_log(most));
  return std::uint64_t{sum} * bit + in_eighths(others);
}

std::uint64_t block_cost(const SymbolCounts& counts) noexcept {
  // The cost of each symbol that occurs, measured on many headers.
  constexpr std::uint64_t header = 70 * bit;
  constexpr std::uint64_t main_symbol = 21;      // 2.6 bits
  constexpr std::uint64_t distance_symbol = 28;  // 3.5 bits
  return header + used_symbols(counts.main) * main_symbol +
         used_symbols(counts.distances) * distance_symbol + symbols_cost(counts.main) +
         symbols_cost(counts.distances) + counts.extra_bits() * bit;
}

LiteralCosts literal_costs(const SymbolCounts& counts) noexcept {
  constexpr std::uint32_t most = 12 * bit;
  const std::uint32_t sum = std::accumulate(counts.main.begin(), counts.main.end(), 0U);
  LiteralCosts costs{};
  for (std::size_t i = 0; i < literals; ++i) {
    costs[i] = static_cast<std::uint8_t>(
        std::clamp(cost_of_share(2 * counts.main[i] + 1, 2 * sum + 1), bit, most));
  }
  return costs;
}

MatchCosts typical_match_costs() noexcept {
  MatchCosts costs{};
  for (std::size_t length = min_match; length <= max_match; ++length) {
    const unsigned extra_bits = length_ranges[length_code_of[length]].extra_bits;
    costs.lengths[length] = static_cast<std::uint16_t>(4 * bit + bit * extra_bits / 2);
  }
  for (std::size_t symbol = 0; symbol < distance_symbols; ++symbol) {
    const unsigned extra_bits = distance_ranges[symbol].extra_bits;
    costs.distances[symbol] = static_cast<std::uint16_t>(7 * bit / 2 + bit * extra_bits);
  }
  return costs;
}

MatchCosts match_costs(const SymbolCounts& counts) noexcept {
  const std::uint32_t main_sum = sum_of(counts.main);
  const std::uint32_t distance_sum = sum_of(counts.distances);
  MatchCosts costs{};
  for (std::size_t length = min_match; length <= max_match; ++length) {
    const std::size_t code = length_code_of[length];
    costs.lengths[length] =
        static_cast<std::uint16_t>(symbol_cost(counts.main[first_length + code], main_sum) +
                                   bit * length_ranges[code].extra_bits);
  }
  for (std::size_t symbol = 0; symbol < distance_symbols; ++symbol) {
    costs.distances[symbol] =
        static_cast<std::uint16_t>(symbol_cost(counts.distances[symbol], distance_sum) +
                                   bit * distance_ranges[symbol].extra_bits);
  }
  return costs;
}

}  // namespace ncf::plugins::deflate
