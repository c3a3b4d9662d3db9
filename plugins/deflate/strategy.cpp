// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/strategy.hpp"

#include <array>

#include "deflate/plane_encoder.hpp"

namespace ncf::plugins::deflate {
namespace {

using LibdeflateLevels = std::array<std::uint8_t, 10>;  // by zlib's level

// See libdeflate_coder.hpp for the measurements.
constexpr LibdeflateLevels for_plain_data{0, 1, 2, 2, 2, 3, 6, 6, 6, 6};
constexpr LibdeflateLevels for_little_planes{0, 3, 5, 5, 6, 6, 9, 9, 9, 9};

// libdeflate does not try hard for small data, so smaller chunks are encoded by zlib.
constexpr std::size_t min_bytes_for_libdeflate = 4096;

// Smaller chunks are encoded by libdeflate, which is as fast for them, and keeps the promise up to
// level 5.
constexpr std::size_t min_chunk_bytes = 32768;
constexpr int min_level_of_little_planes = 6;

constexpr int max_effort(Encoder encoder) noexcept {
  switch (encoder) {
    case Encoder::planes:
      return PlaneEncoder::max_effort;
    case Encoder::libdeflate:
      return 12;
    default:
      return 9;
  }
}

Strategy of_planes(int level) noexcept {
  return {Encoder::planes, static_cast<std::uint8_t>(PlaneEncoder::effort_of_level(level))};
}

Strategy of_zlib(int level) noexcept { return {Encoder::zlib, static_cast<std::uint8_t>(level)}; }

Strategy of_library(const LibdeflateLevels& libdeflate_levels, int level,
                    std::size_t chunk_bytes) noexcept {
  if (!NCF_HAS_LIBDEFLATE || chunk_bytes < min_bytes_for_libdeflate) return of_zlib(level);
  return {Encoder::libdeflate, libdeflate_levels.at(static_cast<std::size_t>(level))};
}

}  // namespace

std::string text_of(const Strategy& strategy) {
  const std::string number = std::to_string(strategy.effort);
  switch (strategy.encoder) {
    case Encoder::planes:
      return "planes " + number;
    case Encoder::libdeflate:
      return "libdeflate " + number;
    default:
      return "zlib " + number;
  }
}

std::optional<Strategy> find_strategy(std::uint64_t number) noexcept {
  const Strategy strategy = Strategy::of_number(number);
  const bool is_encoder = strategy.encoder == Encoder::planes ||
                          strategy.encoder == Encoder::zlib ||
                          (NCF_HAS_LIBDEFLATE && strategy.encoder == Encoder::libdeflate);
  const bool has_effort = strategy.effort <= max_effort(strategy.encoder) &&
                          (strategy.effort > 0 || strategy.encoder != Encoder::planes);
  if (!is_encoder || !has_effort || strategy.number() != number) return std::nullopt;
  return strategy;
}

bool serves(const Strategy& strategy, std::size_t element_bytes, std::size_t bytes) noexcept {
  return strategy.encoder != Encoder::planes || PlaneEncoder::is_for(element_bytes, bytes);
}

bool are_planes(std::size_t element_bytes, std::size_t chunk_bytes) noexcept {
  return element_bytes > 1 && chunk_bytes >= min_chunk_bytes &&
         PlaneEncoder::is_for(element_bytes, chunk_bytes);
}

Strategy strategy_by_level(int level, std::size_t element_bytes, std::size_t chunk_bytes) noexcept {
  if (level == 0) return of_library(for_plain_data, level, chunk_bytes);
  if (are_planes(element_bytes, chunk_bytes)) {
    return of_planes(level);
  }
  if (element_bytes == 1) return of_library(for_plain_data, level, chunk_bytes);
  if (level >= min_level_of_little_planes && chunk_bytes >= min_bytes_for_libdeflate &&
      PlaneEncoder::is_for(element_bytes, chunk_bytes)) {
    return of_planes(9);  // level 9's effort is hardly slower there
  }
  return of_library(for_little_planes, level, chunk_bytes);
}

Strategy careful_strategy(int level, std::size_t element_bytes, std::size_t chunk_bytes) noexcept {
  if (element_bytes > 1) return strategy_by_level(level, element_bytes, chunk_bytes);
  return of_zlib(level);
}

}  // namespace ncf::plugins::deflate
