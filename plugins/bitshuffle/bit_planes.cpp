// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// There are three steps: split elements into byte planes, transpose the bits of each 8 bytes of a
// plane, and split the resulting words of 8 bytes, one byte for each bit plane, into planes again.
#include "bitshuffle/bit_planes.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

#include "common/byte_planes.hpp"

namespace ncf::plugins::bitshuffle {
namespace {

constexpr std::size_t word_bytes = sizeof(std::uint64_t);

// Two words in one register.
using Words = std::uint64_t __attribute__((vector_size(2 * word_bytes)));

// Exchanges the bits of `word` selected by `mask` with those `distance` above them.
template <typename Word>
Word exchange(Word word, int distance, std::uint64_t mask) {
  const Word difference = (word ^ (word >> distance)) & mask;
  return word ^ difference ^ (difference << distance);
}

// Moves bit j of byte i to bit i of byte j, where byte 0 is the lowest. This is its own inverse.
// source: H. S. Warren, Hacker's Delight, section 7-3
template <typename Word>
Word transpose_bits(Word word) {
  word = exchange(word, 7, 0x00AA00AA00AA00AA);
  word = exchange(word, 14, 0x0000CCCC0000CCCC);
  return exchange(word, 28, 0x00000000F0F0F0F0);
}

// On big-endian machines, the bytes are in the opposite order before and after.
std::uint64_t transpose_bits_in_memory(std::uint64_t word) {
  if constexpr (std::endian::native == std::endian::little) return transpose_bits(word);
  return __builtin_bswap64(transpose_bits(__builtin_bswap64(word)));
}

void transpose_words(std::byte* bytes, std::size_t count) {
  std::size_t done = 0;
  if constexpr (std::endian::native == std::endian::little) {
    for (; done + sizeof(Words) <= count; done += sizeof(Words)) {
      Words words;
      std::memcpy(&words, bytes + done, sizeof(words));
      words = transpose_bits(words);
      std::memcpy(bytes + done, &words, sizeof(words));
    }
  }
  for (; done < count; done += word_bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + done, word_bytes);
    word = transpose_bits_in_memory(word);
    std::memcpy(bytes + done, &word, word_bytes);
  }
}

}  // namespace

void split_bits(const std::byte* whole, std::size_t elements, std::size_t element_bytes,
                std::byte* scratch, std::byte* planes) {
  split_planes(whole, elements, element_bytes, scratch);
  transpose_words(scratch, elements * element_bytes);
  for (std::size_t i = 0; i < element_bytes; ++i) {
    split_planes(scratch + i * elements, elements / word_bytes, word_bytes, planes + i * elements);
  }
}

void join_bits(const std::byte* planes, std::size_t elements, std::size_t element_bytes,
               std::byte* scratch, std::byte* whole) {
  for (std::size_t i = 0; i < element_bytes; ++i) {
    join_planes(planes + i * elements, elements / word_bytes, word_bytes, scratch + i * elements);
  }
  transpose_words(scratch, elements * element_bytes);
  join_planes(scratch, elements, element_bytes, whole);
}

}  // namespace ncf::plugins::bitshuffle
