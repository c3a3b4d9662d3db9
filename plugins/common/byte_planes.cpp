// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "common/byte_planes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace ncf::plugins {
namespace {

// 16 bytes in one register; the compiler has instructions for them on every processor of today.
using Vector = std::uint8_t __attribute__((vector_size(16)));
constexpr std::size_t vector_bytes = sizeof(Vector);

template <std::size_t count>
using Vectors = std::array<Vector, count>;

Vector load(const std::byte* bytes) {
  Vector vector;
  std::memcpy(&vector, bytes, vector_bytes);
  return vector;
}

void store(Vector vector, std::byte* bytes) { std::memcpy(bytes, &vector, vector_bytes); }

Vector even_bytes(Vector a, Vector b) {
  return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
}

Vector odd_bytes(Vector a, Vector b) {
  return __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
}

Vector low_interleaved(Vector a, Vector b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

Vector high_interleaved(Vector a, Vector b) {
  return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                 31);
}

// 16 elements of `size` bytes -> one vector a plane. Each round halves the elements: their even
// bytes go to the first half of the vectors, their odd bytes to the second, and after the last
// round they are single bytes, in order.
template <std::size_t size>
void split(Vectors<size>& vectors) {
#pragma GCC unroll 4
  for (std::size_t width = size; width > 1; width /= 2) {
    const Vectors<size> before = vectors;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < size / 2; ++i) {
      vectors[i] = even_bytes(before[2 * i], before[2 * i + 1]);
      vectors[i + size / 2] = odd_bytes(before[2 * i], before[2 * i + 1]);
    }
  }
}

// The inverse.
template <std::size_t size>
void join(Vectors<size>& vectors) {
#pragma GCC unroll 4
  for (std::size_t width = 1; width < size; width *= 2) {
    const Vectors<size> before = vectors;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < size / 2; ++i) {
      vectors[2 * i] = low_interleaved(before[i], before[i + size / 2]);
      vectors[2 * i + 1] = high_interleaved(before[i], before[i + size / 2]);
    }
  }
}

// Both return how many elements they did: all but the last few.
template <std::size_t size>
std::size_t split_vectors(const std::byte* whole, std::size_t elements, std::byte* planes) {
  std::size_t done = 0;
  for (; done + vector_bytes <= elements; done += vector_bytes) {
    Vectors<size> vectors;
#pragma GCC unroll 16
    for (std::size_t i = 0; i < size; ++i) {
      vectors[i] = load(whole + done * size + i * vector_bytes);
    }
    split(vectors);
#pragma GCC unroll 16
    for (std::size_t i = 0; i < size; ++i) store(vectors[i], planes + i * elements + done);
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
    join(vectors);
#pragma GCC unroll 16
    for (std::size_t i = 0; i < size; ++i) {
      store(vectors[i], whole + done * size + i * vector_bytes);
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

}  // namespace

void split_planes(const std::byte* whole, std::size_t elements, std::size_t element_bytes,
                  std::byte* planes) {
  std::size_t done = 0;
  switch (element_bytes) {
    case 1:
      std::memcpy(planes, whole, elements);
      return;
    case 2:
      done = split_vectors<2>(whole, elements, planes);
      break;
    case 4:
      done = split_vectors<4>(whole, elements, planes);
      break;
    case 8:
      done = split_vectors<8>(whole, elements, planes);
      break;
    case 16:
      done = split_vectors<16>(whole, elements, planes);
      break;
    default:
      break;
  }
  for_each_byte(done, elements, element_bytes, [=](std::size_t element, std::size_t plane) {
    planes[plane * elements + element] = whole[element * element_bytes + plane];
  });
}

void join_planes(const std::byte* planes, std::size_t elements, std::size_t element_bytes,
                 std::byte* whole) {
  std::size_t done = 0;
  switch (element_bytes) {
    case 1:
      std::memcpy(whole, planes, elements);
      return;
    case 2:
      done = join_vectors<2>(planes, elements, whole);
      break;
    case 4:
      done = join_vectors<4>(planes, elements, whole);
      break;
    case 8:
      done = join_vectors<8>(planes, elements, whole);
      break;
    case 16:
      done = join_vectors<16>(planes, elements, whole);
      break;
    default:
      break;
  }
  for_each_byte(done, elements, element_bytes, [=](std::size_t element, std::size_t plane) {
    whole[element * element_bytes + plane] = planes[plane * elements + element];
  });
}

}  // namespace ncf::plugins
