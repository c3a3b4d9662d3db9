// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/way.hpp"

#include <array>

#include "deflate/plane_encoder.hpp"

namespace ncf::plugins::deflate {
namespace {

using LibdeflateLevels = std::array<std::uint8_t, 10>;  // by zlib's

// libdeflate_coder.hpp says what was measured.
constexpr LibdeflateLevels for_plain_data{0, 1, 2, 2, 2, 3, 6, 6, 6, 6};
constexpr LibdeflateLevels for_little_planes{0, 3, 5, 5, 6, 6, 9, 9, 9, 9};

// libdeflate does not try hard where there is little to be saved: smaller chunks are zlib's.
constexpr std::size_t min_bytes_for_libdeflate = 4096;

// Smaller chunks are for libdeflate, which is as fast there: up to level 5 it keeps the promise.
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

Way of_planes(int level) noexcept {
  return {Encoder::planes, static_cast<std::uint8_t>(PlaneEncoder::effort_of_level(level))};
}

Way of_zlib(int level) noexcept { return {Encoder::zlib, static_cast<std::uint8_t>(level)}; }

Way of_library(const LibdeflateLevels& libdeflate_levels, int level,
               std::size_t chunk_bytes) noexcept {
  if (!NCF_HAS_LIBDEFLATE || chunk_bytes < min_bytes_for_libdeflate) return of_zlib(level);
  return {Encoder::libdeflate, libdeflate_levels.at(static_cast<std::size_t>(level))};
}

}  // namespace

std::uint64_t Way::number() const noexcept {
  return static_cast<std::uint64_t>(encoder) | std::uint64_t{effort} << 8 |
         std::uint64_t{min_share} << 16 | std::uint64_t{max_share} << 32;
}

bool Way::expects(std::size_t written, std::size_t chunk_bytes) const noexcept {
  const std::uint64_t share = std::uint64_t{written} * 65536;
  return share >= std::uint64_t{min_share} * chunk_bytes &&
         (max_share == no_share || share <= std::uint64_t{max_share} * chunk_bytes);
}

std::string Way::text() const {
  const std::string number = std::to_string(effort);
  switch (encoder) {
    case Encoder::planes:
      return "planes " + number;
    case Encoder::libdeflate:
      return "libdeflate " + number;
    default:
      return "zlib " + number;
  }
}

std::optional<Way> find_way(std::uint64_t number) noexcept {
  const Way way{static_cast<Encoder>(number & 0xFF), static_cast<std::uint8_t>(number >> 8),
                static_cast<std::uint16_t>(number >> 16), static_cast<std::uint16_t>(number >> 32)};
  const bool is_encoder = way.encoder == Encoder::planes || way.encoder == Encoder::zlib ||
                          (NCF_HAS_LIBDEFLATE && way.encoder == Encoder::libdeflate);
  const bool has_effort =
      way.effort <= max_effort(way.encoder) && (way.effort > 0 || way.encoder != Encoder::planes);
  if (!is_encoder || !has_effort || way.number() != number) return std::nullopt;
  return way;
}

bool serves(const Way& way, std::size_t element_bytes, std::size_t bytes) noexcept {
  return way.encoder != Encoder::planes || PlaneEncoder::is_for(element_bytes, bytes);
}

bool are_planes(std::size_t element_bytes, std::size_t chunk_bytes) noexcept {
  return element_bytes > 1 && chunk_bytes >= min_chunk_bytes &&
         PlaneEncoder::is_for(element_bytes, chunk_bytes);
}

Way way_by_level(int level, std::size_t element_bytes, std::size_t chunk_bytes) noexcept {
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

Way careful_way(int level, std::size_t element_bytes, std::size_t chunk_bytes) noexcept {
  if (element_bytes > 1) return way_by_level(level, element_bytes, chunk_bytes);
  return of_zlib(level);
}

}  // namespace ncf::plugins::deflate
