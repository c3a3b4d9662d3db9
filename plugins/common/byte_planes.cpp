// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/byte_planes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace ncf::plugins {
namespace {

// 16 bytes in one register; all current processors have instructions for them.
using Vector = std::uint8_t __attribute__((vector_size(16)));
using Vector16 = std::uint16_t __attribute__((vector_size(16)));
using Vector32 = std::uint32_t __attribute__((vector_size(16)));
using Vector64 = std::uint64_t __attribute__((vector_size(16)));
constexpr std::size_t vector_bytes = sizeof(Vector);

template <std::size_t count>
using Vectors = std::array<Vector, count>;

Vector load(const std::byte* bytes) {
  Vector vector;
  std::memcpy(&vector, bytes, vector_bytes);
  return vector;
}

void store(Vector vector, std::byte* bytes) { std::memcpy(bytes, &vector, vector_bytes); }

Vector low_interleaved(Vector a, Vector b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

Vector high_interleaved(Vector a, Vector b) {
  return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                 31);
}

Vector half(Vector vector, bool is_second) {
  if (!is_second) return vector;
  return __builtin_shufflevector(vector, vector, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13,
                                 14, 15);
}

// Interleaves the bytes of the two halves of the vectors. A round doubles a byte's position modulo
// 16 * size - 1, one less than the number of bytes. So 4 rounds move byte p of element e from
// position size * e + p to position 16 * p + e: elements become planes. If size is a power of two,
// another log2(size) rounds turn them into elements again.
template <std::size_t size>
[[gnu::always_inline]] inline void interleave(Vectors<size>& vectors) {
  const Vectors<size> before = vectors;
  if constexpr (size % 2 == 0) {
#pragma GCC unroll 8
    for (std::size_t i = 0; i < size / 2; ++i) {
      vectors[2 * i] = low_interleaved(before[i], before[i + size / 2]);
      vectors[2 * i + 1] = high_interleaved(before[i], before[i + size / 2]);
    }
  } else {
#pragma GCC unroll 8
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t other = i + size;
      vectors[i] =
          low_interleaved(half(before[i / 2], i % 2 == 1), half(before[other / 2], other % 2 == 1));
    }
  }
}

// Exchanges the bytes of each pair.
Vector odd_bytes_first(Vector vector) {
  const auto pairs = reinterpret_cast<Vector16>(vector);
  return reinterpret_cast<Vector>(std::endian::native == std::endian::little ? pairs >> 8
                                                                             : pairs << 8);
}

Vector even_bytes(Vector a, Vector b) {
  return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}

// Reverses a round of `interleave`: every second byte goes to the second half.
template <std::size_t size>
[[gnu::always_inline]] inline void separate(Vectors<size>& vectors) {
  std::array<Vector, 2 * size> halves;
#pragma GCC unroll 8
  for (std::size_t i = 0; i < size; ++i) {
    halves[i] = vectors[i];
    halves[i + size] = odd_bytes_first(vectors[i]);
  }
#pragma GCC unroll 8
  for (std::size_t i = 0; i < size; ++i) vectors[i] = even_bytes(halves[2 * i], halves[2 * i + 1]);
}

template <std::size_t size>
[[gnu::always_inline]] inline void split(Vectors<size>& vectors) {
#pragma GCC unroll 4
  for (int round = 0; round < 4; ++round) interleave<size>(vectors);
}

template <std::size_t size>
[[gnu::always_inline]] inline void join(Vectors<size>& vectors) {
  if constexpr (std::has_single_bit(size)) {
#pragma GCC unroll 4
    for (std::size_t width = 1; width < size; width *= 2) interleave<size>(vectors);
  } else {
#pragma GCC unroll 4
    for (int round = 0; round < 4; ++round) separate<size>(vectors);
  }
}

// The number of elements done at a time. The lines of many planes evict each other from the nearest
// cache, so for these whole lines are written.
template <std::size_t size>
constexpr std::size_t line_bytes = size < 8 ? vector_bytes : 64;

// Both functions return the number of elements done: all except the last few.
template <std::size_t size>
std::size_t split_vectors(const std::byte* whole, std::size_t elements, std::byte* planes) {
  constexpr std::size_t line = line_bytes<size>;
  std::size_t done = 0;
  for (; done + line <= elements; done += line) {
    alignas(line) std::array<std::array<std::byte, line>, size> lines;
    for (std::size_t part = 0; part < line; part += vector_bytes) {
      Vectors<size> vectors;
#pragma GCC unroll 16
      for (std::size_t i = 0; i < size; ++i) {
        vectors[i] = load(whole + (done + part) * size + i * vector_bytes);
      }
      split<size>(vectors);
#pragma GCC unroll 16
      for (std::size_t i = 0; i < size; ++i) store(vectors[i], lines[i].data() + part);
    }
#pragma GCC unroll 16
    for (std::size_t i = 0; i < size; ++i) {
      std::memcpy(planes + i * elements + done, lines[i].data(), line);
    }
  }
  return done;
}

template <std::size_t size>
std::size_t join_vectors(const std::byte* planes, std::size_t elements, std::byte* whole) {
  std::size_t done = 0;
  for (; done + vector_bytes <= elements; done += vector_bytes) {
    Vectors<size> vectors;
#pragma GCC unroll 16
    for (std::size_t i = 0; i < size; ++i) vectors[i] = load(planes + i * elements + done);
    join<size>(vectors);
#pragma GCC unroll 16
    for (std::size_t i = 0; i < size; ++i) {
      store(vectors[i], whole + done * size + i * vector_bytes);
    }
  }
  return done;
}

// The planes of elements of any size are done in groups of `size`, 16 elements at a time. The last
// group has only `used` planes: the other bytes that it moves belong to the next element, and are
// moved again. So the last element is left out, and groups are done in reverse order.
template <std::size_t size>
struct Group {
  using Word = std::conditional_t<size == 8, std::uint64_t, std::uint32_t>;
  using Words = std::conditional_t<size == 8, Vector64, Vector32>;
  static constexpr std::size_t words = vector_bytes / size;

  std::size_t element_bytes;
  std::size_t first;
  std::size_t used;

  void split(const std::byte* whole, std::size_t elements, std::byte* planes) const {
    Vectors<size> vectors;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < size; ++i) {
      Words part;
#pragma GCC unroll 4
      for (std::size_t k = 0; k < words; ++k) {
        Word word;
        std::memcpy(&word, whole + (i * words + k) * element_bytes + first, size);
        part[k] = word;
      }
      vectors[i] = reinterpret_cast<Vector>(part);
    }
    plugins::split<size>(vectors);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < size; ++i) {
      if (i < used) store(vectors[i], planes + (first + i) * elements);
    }
  }

  void join(const std::byte* planes, std::size_t elements, std::byte* whole) const {
    Vectors<size> vectors{};
#pragma GCC unroll 8
    for (std::size_t i = 0; i < size; ++i) {
      if (i < used) vectors[i] = load(planes + (first + i) * elements);
    }
    plugins::join<size>(vectors);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < size; ++i) {
      const auto part = reinterpret_cast<Words>(vectors[i]);
#pragma GCC unroll 4
      for (std::size_t k = 0; k < words; ++k) {
        const Word word = part[k];
        std::memcpy(whole + (i * words + k) * element_bytes + first, &word, size);
      }
    }
  }
};

// Calls `move(group, element)` for all groups of 16 elements at a time. Returns the number of
// elements done; 0 if there are too many groups for the cache.
template <typename Move>
std::size_t for_each_group(std::size_t elements, std::size_t element_bytes, const Move& move) {
  constexpr std::size_t size = 8;
  constexpr std::size_t max_bytes = 64;
  if (element_bytes > max_bytes) return 0;
  const std::size_t last = (element_bytes - 1) / size * size;
  const std::size_t used = element_bytes - last;
  std::size_t done = 0;
  for (; done + vector_bytes < elements; done += vector_bytes) {
    if (used > size / 2) {
      move(Group<size>{element_bytes, last, used}, done);
    } else {
      move(Group<size / 2>{element_bytes, last, used}, done);
    }
    for (std::size_t first = last; first > 0; first -= size) {
      move(Group<size>{element_bytes, first - size, size}, done);
    }
  }
  return done;
}

// Elements are done in blocks whose lines stay in the processor's nearest cache for all planes.
constexpr std::size_t block_bytes = std::size_t{16} << 10;

// Calls `move(element, plane)` for every byte from element `first` on.
template <typename Move>
void for_each_byte(std::size_t first, std::size_t elements, std::size_t element_bytes,
                   const Move& move) {
  const std::size_t block = std::max<std::size_t>(block_bytes / element_bytes, 1);
  for (std::size_t begin = first; begin < elements; begin += block) {
    const std::size_t end = std::min(begin + block, elements);
    for (std::size_t plane = 0; plane < element_bytes; ++plane) {
#pragma GCC unroll 8
      for (std::size_t element = begin; element < end; ++element) move(element, plane);
    }
  }
}

// Calls `move` with the size of an element as a constant if there are vectors of it, otherwise
// `move_any`. Both return the number of elements done.
template <typename Move, typename MoveAny>
std::size_t by_size(std::size_t element_bytes, const Move& move, const MoveAny& move_any) {
  switch (element_bytes) {
    case 2:
      return move(std::integral_constant<std::size_t, 2>());
    case 3:
      return move(std::integral_constant<std::size_t, 3>());
    case 4:
      return move(std::integral_constant<std::size_t, 4>());
    case 8:
      return move(std::integral_constant<std::size_t, 8>());
    case 16:
      return move(std::integral_constant<std::size_t, 16>());
    default:
      return move_any();
  }
}

}  // namespace

void split_planes(const std::byte* whole, std::size_t elements, std::size_t element_bytes,
                  std::byte* planes) {
  if (element_bytes == 1) {
    std::memcpy(planes, whole, elements);
    return;
  }
  const std::size_t done = by_size(
      element_bytes, [=](auto size) { return split_vectors<size>(whole, elements, planes); },
      [=] {
        return for_each_group(elements, element_bytes, [=](const auto& group, std::size_t element) {
          group.split(whole + element * element_bytes, elements, planes + element);
        });
      });
  for_each_byte(done, elements, element_bytes, [=](std::size_t element, std::size_t plane) {
    planes[plane * elements + element] = whole[element * element_bytes + plane];
  });
}

void join_planes(const std::byte* planes, std::size_t elements, std::size_t element_bytes,
                 std::byte* whole) {
  if (element_bytes == 1) {
    std::memcpy(whole, planes, elements);
    return;
  }
  const std::size_t done = by_size(
      element_bytes, [=](auto size) { return join_vectors<size>(planes, elements, whole); },
      [=] {
        return for_each_group(elements, element_bytes, [=](const auto& group, std::size_t element) {
          group.join(planes + element, elements, whole + element * element_bytes);
        });
      });
  for_each_byte(done, elements, element_bytes, [=](std::size_t element, std::size_t plane) {
    whole[element * element_bytes + plane] = planes[plane * elements + element];
  });
}

}  // namespace ncf::plugins
