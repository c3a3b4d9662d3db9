// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/block_header.hpp"

#include <algorithm>
#include <span>

namespace ncf::plugins::deflate {
namespace {

constexpr std::size_t repeat_last = 16;  // 3 to 6 times
constexpr std::size_t zeros_short = 17;  // 3 to 10
constexpr std::size_t zeros_long = 18;   // 11 to 138
constexpr std::array<std::uint8_t, code_length_symbols> extra_bits_of = [] {
  std::array<std::uint8_t, code_length_symbols> bits{};
  bits[repeat_last] = 2;
  bits[zeros_short] = 3;
  bits[zeros_long] = 7;
  return bits;
}();

// The order in which the lengths of the code for lengths are written. The last ones are often 0.
constexpr std::array<std::uint8_t, code_length_symbols> told_order{
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

constexpr std::size_t fewest_code_lengths = 4;
constexpr std::size_t counts_bits = 5 + 5 + 4;

std::size_t used_front(std::span<const std::uint8_t> lengths, std::size_t fewest) noexcept {
  std::size_t used = lengths.size();
  while (used > fewest && lengths[used - 1] == 0) --used;
  return used;
}

}  // namespace

BlockLengths best_lengths(const SymbolCounts& counts) noexcept {
  BlockLengths lengths;
  make_code_lengths(counts.main, max_main_bits, lengths.main);
  make_code_lengths(counts.distances, max_distance_bits, lengths.distances);
  return lengths;
}

std::uint64_t symbol_bits(const SymbolCounts& counts, const BlockLengths& lengths) noexcept {
  std::uint64_t bits = counts.extra_bits();
  for (std::size_t i = 0; i < main_symbols; ++i) {
    bits += std::uint64_t{counts.main[i]} * lengths.main[i];
  }
  for (std::size_t i = 0; i < distance_symbols; ++i) {
    bits += std::uint64_t{counts.distances[i]} * lengths.distances[i];
  }
  return bits;
}

DynamicHeader::DynamicHeader(const BlockLengths& lengths) noexcept
    : main_lengths_(used_front(lengths.main, first_length)),
      distance_lengths_(used_front(lengths.distances, 1)) {
  // Runs may continue from one alphabet to the other.
  std::array<std::uint8_t, main_symbols + distance_symbols> all;
  auto* const distances = std::copy_n(lengths.main.begin(), main_lengths_, all.begin());
  std::copy_n(lengths.distances.begin(), distance_lengths_, distances);
  add_runs(std::span(all).first(main_lengths_ + distance_lengths_));
  choose_codes();
}

void DynamicHeader::add_token(std::size_t symbol, std::size_t extra) noexcept {
  tokens_[tokens_used_++] = {static_cast<std::uint8_t>(symbol), static_cast<std::uint8_t>(extra)};
}

void DynamicHeader::add_runs(std::span<const std::uint8_t> lengths) noexcept {
  for (std::size_t i = 0; i < lengths.size();) {
    const std::uint8_t length = lengths[i];
    std::size_t run = 1;
    while (i + run < lengths.size() && lengths[i + run] == length) ++run;
    i += run;
    if (length == 0) {
      for (; run >= 11; run -= std::min<std::size_t>(run, 138)) {
        add_token(zeros_long, std::min<std::size_t>(run, 138) - 11);
      }
      if (run >= 3) {
        add_token(zeros_short, run - 3);
        run = 0;
      }
    } else {
      add_token(length);
      --run;
      for (; run >= 3; run -= std::min<std::size_t>(run, 6)) {
        add_token(repeat_last, std::min<std::size_t>(run, 6) - 3);
      }
    }
    for (; run > 0; --run) add_token(length);
  }
}

void DynamicHeader::choose_codes() noexcept {
  std::array<std::uint32_t, code_length_symbols> counts{};
  const auto tokens = std::span(tokens_).first(tokens_used_);
  for (const Token& token : tokens) ++counts[token.symbol];
  make_code_lengths(counts, max_code_length_bits, lengths_);
  make_codes(lengths_, codes_);
  while (code_lengths_ > fewest_code_lengths && lengths_[told_order[code_lengths_ - 1]] == 0) {
    --code_lengths_;
  }
  bits_ = counts_bits + 3 * code_lengths_;
  for (const Token& token : tokens) {
    bits_ += std::size_t{lengths_[token.symbol]} + extra_bits_of[token.symbol];
  }
}

void DynamicHeader::write(BitWriter& writer) const noexcept {
  writer.put(main_lengths_ - first_length, 5);
  writer.put(distance_lengths_ - 1, 5);
  writer.put(code_lengths_ - fewest_code_lengths, 4);
  writer.flush();
  for (std::size_t i = 0; i < code_lengths_; ++i) {
    writer.put(lengths_[told_order[i]], 3);
    writer.flush();
  }
  for (const Token& token : std::span(tokens_).first(tokens_used_)) {
    const Code code = codes_[token.symbol];
    writer.put(code.bits(), code.length());
    writer.put(token.extra, extra_bits_of[token.symbol]);
    writer.flush();
  }
}

}  // namespace ncf::plugins::deflate
