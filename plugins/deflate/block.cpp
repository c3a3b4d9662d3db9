// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/block.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace ncf::plugins::deflate {

// ---- Codes and the headers of dynamic blocks ----

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

// ---- Blocks ----

namespace {

using MatchLengthCodes = std::array<Code, max_match + 1>;

// Returns the code of every length, followed by its extra bits.
MatchLengthCodes match_length_codes(std::span<const Code> main_codes) noexcept {
  MatchLengthCodes codes;
  for (std::uint32_t length = min_match; length <= max_match; ++length) {
    const std::size_t code = length_code_of[length];
    const auto [base, extra_bits] = length_ranges[code];
    const Code symbol = main_codes[first_length + code];
    codes[length] = {symbol.bits() | (length - base) << symbol.length(),
                     symbol.length() + extra_bits};
  }
  return codes;
}

// The codes of several literals, one after another. They are joined like a tree, so that few steps
// depend on each other.
struct JoinedCodes {
  std::uint64_t bits;
  unsigned length;
};

template <unsigned count>
JoinedCodes join_codes(const std::uint8_t* next, const Code* codes) noexcept {
  if constexpr (count == 1) {
    const Code code = codes[*next];
    return {code.bits(), code.length()};
  } else {
    const JoinedCodes front = join_codes<count / 2>(next, codes);
    const JoinedCodes back = join_codes<count - count / 2>(next + count / 2, codes);
    return {front.bits | back.bits << front.length, front.length + back.length};
  }
}

// Writes `count` literals per flush, which take no more bits than may be pending.
template <unsigned count>
void put_literals(BitWriter& writer, const std::uint8_t* next, const std::uint8_t* end,
                  const Code* codes) noexcept {
  for (; end - next >= static_cast<std::ptrdiff_t>(count); next += count) {
    const JoinedCodes joined = join_codes<count>(next, codes);
    writer.put(joined.bits, joined.length);
    writer.flush();
  }
  for (; next < end; ++next) {
    writer.put(codes[*next].bits(), codes[*next].length());
    writer.flush();
  }
}

struct BlockCodes {
  std::array<Code, main_symbols + 2> main;  // the fixed code has two symbols that are never used
  std::array<Code, distance_symbols + 2> distances;
};

template <unsigned literals_a_flush>
void put_sequences(BitWriter& output, const Block& block, const BlockCodes& codes) noexcept {
  const MatchLengthCodes length_codes = match_length_codes(codes.main);
  BitWriter writer = output;
  const std::uint8_t* next = block.bytes.data();
  for (const Sequence& sequence : block.sequences) {
    put_literals<literals_a_flush>(writer, next, next + sequence.literals, codes.main.data());
    next += sequence.literals;
    if (sequence.length == 0) continue;
    const Code length = length_codes[sequence.length];
    const std::size_t symbol = distance_symbol_of(sequence.distance);
    const Code distance = codes.distances[symbol];
    const auto [base, extra_bits] = distance_ranges[symbol];
    writer.put(length.bits(), length.length());
    writer.put(distance.bits(), distance.length());
    writer.put(static_cast<std::uint32_t>(sequence.distance - base), extra_bits);
    writer.flush();
    next += sequence.length;
  }
  const Code end = codes.main[end_of_block];
  writer.put(end.bits(), end.length());
  writer.flush();
  output = writer;
}

void put_sequences(BitWriter& writer, const Block& block, const BlockLengths& lengths) noexcept {
  BlockCodes codes;
  make_codes(lengths.main, codes.main);
  make_codes(lengths.distances, codes.distances);
  unsigned longest = 1;  // for the literals that occur
  for (std::size_t byte = 0; byte < literals; ++byte) {
    if (block.counts.main[byte] != 0) longest = std::max(longest, codes.main[byte].length());
  }
  constexpr unsigned room = BitWriter::max_pending_bits;
  static_assert(4 * max_main_bits <= room);
  if (longest <= room / 6) {
    put_sequences<6>(writer, block, codes);
  } else if (longest <= room / 5) {
    put_sequences<5>(writer, block, codes);
  } else {
    put_sequences<4>(writer, block, codes);
  }
}

// Returns the bits of stored blocks, including the padding before their bytes, wherever the first
// one begins.
std::uint64_t stored_bits(std::size_t bytes, unsigned bits_begun) noexcept {
  constexpr unsigned sizes_bits = 32;
  const std::size_t blocks =
      std::max<std::size_t>(1, (bytes + max_stored_bytes - 1) / max_stored_bytes);
  const unsigned first = (bits_begun + 3 + 7) / 8 * 8 - bits_begun;
  return first + 8 * (blocks - 1) + sizes_bits * blocks + 8 * std::uint64_t{bytes};
}

}  // namespace

void write_block(BitWriter& writer, const Block& block, bool is_last) noexcept {
  SymbolCounts counts = block.counts;
  counts.main[end_of_block] = 1;
  const BlockLengths dynamic_lengths = best_lengths(counts);
  const DynamicHeader header(dynamic_lengths);
  const std::uint64_t dynamic_bits = header.bits() + symbol_bits(counts, dynamic_lengths);
  const std::uint64_t fixed_bits = symbol_bits(counts, fixed_lengths);
  constexpr unsigned kind_bits = 3;
  if (stored_bits(block.bytes.size(), writer.bits_begun()) <=
      kind_bits + std::min(dynamic_bits, fixed_bits)) {
    write_stored(writer, block.bytes, is_last);
    return;
  }
  const bool is_fixed = fixed_bits <= dynamic_bits;
  const BlockKind kind = is_fixed ? BlockKind::fixed : BlockKind::dynamic;
  writer.put(static_cast<unsigned>(is_last) | static_cast<unsigned>(kind) << 1, kind_bits);
  writer.flush();
  if (!is_fixed) header.write(writer);
  put_sequences(writer, block, is_fixed ? fixed_lengths : dynamic_lengths);
}

void write_stored(BitWriter& writer, std::span<const std::uint8_t> bytes, bool is_last) noexcept {
  do {
    const std::size_t size = std::min(bytes.size(), max_stored_bytes);
    const bool is_last_piece = is_last && size == bytes.size();
    writer.put(static_cast<unsigned>(is_last_piece), 3);
    writer.align();
    writer.put(size | (~size & 0xFFFF) << 16, 32);
    writer.flush();
    writer.append(bytes.data(), size);
    bytes = bytes.subspan(size);
  } while (!bytes.empty());
}

}  // namespace ncf::plugins::deflate
