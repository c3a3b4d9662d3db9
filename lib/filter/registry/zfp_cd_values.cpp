// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/registry/zfp_cd_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace ncf::filter {
namespace {

// Word 1: "zfp" and the format's version; 2 and 3: 52 bits of type and shape, 12 bits of mode.
constexpr std::uint32_t magic = 'z' | 'f' << 8 | 'p' << 16;

// The 12 bits: each mode has a range of its own.
constexpr std::uint32_t first_precision = 2048;
constexpr std::uint32_t reversible = first_precision + 128;
constexpr std::uint32_t first_accuracy = reversible + 1;
constexpr std::uint32_t expert = 4095;  // and 52 bits more

constexpr std::uint32_t largest_precision = 64;
constexpr std::uint32_t largest_block_bits = 16658;
constexpr int smallest_exponent = -1074;          // of a double
constexpr int smallest_expert_exponent = -16495;  // zero point of the 15-bit exponent

/// Takes the next `count` bits, least significant first.
std::uint32_t take_bits(std::uint64_t& bits, unsigned count) {
  const auto taken = static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << count) - 1));
  bits >>= count;
  return taken;
}

std::vector<std::uint32_t> with_double(std::uint32_t mode, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return {mode, 0, static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
}

/// Returns bits per value from bits per block. A block has 4 values along each dimension.
double rate_of(std::uint32_t block_bits, unsigned rank) {
  return std::ldexp(block_bits, -2 * static_cast<int>(rank));
}

std::vector<std::uint32_t> expert_cd_values(std::uint64_t bits, unsigned rank) {
  const std::uint32_t minbits = take_bits(bits, 15) + 1;
  const std::uint32_t maxbits = take_bits(bits, 15) + 1;
  const std::uint32_t maxprec = take_bits(bits, 7) + 1;
  const int minexp = static_cast<int>(take_bits(bits, 15)) + smallest_expert_exponent;
  // This expert mode encodes a rate too large for the 12 bits.
  const bool is_rate =
      minbits == maxbits && maxprec == largest_precision && minexp == smallest_exponent;
  if (is_rate) return with_double(1, rate_of(maxbits, rank));
  // libzfp's defaults, which it does not count as the precision mode.
  const bool is_full_precision = minbits == 1 && maxbits == largest_block_bits &&
                                 maxprec == largest_precision && minexp == smallest_exponent;
  if (is_full_precision) return {2, 0, maxprec};
  return {4, 0, minbits, maxbits, maxprec, static_cast<std::uint32_t>(minexp)};
}

std::uint32_t swapped(std::uint32_t word) {
  return word >> 24 | (word >> 8 & 0xFF00U) | (word << 8 & 0xFF0000U) | word << 24;
}

bool has_magic(std::uint32_t word) { return (word & 0xFFFFFFU) == magic; }

/// Returns working cd_values with the header as a little-endian machine writes it; empty if they
/// are not zfp's.
std::vector<std::uint32_t> read_working(std::span<const std::uint32_t> cd_values) {
  if (cd_values.size() < 4) return {};
  std::vector<std::uint32_t> working(cd_values.begin(), cd_values.end());
  if (has_magic(cd_values[1])) return working;
  std::transform(working.begin() + 1, working.end(), working.begin() + 1, swapped);
  return has_magic(working[1]) ? working : std::vector<std::uint32_t>();
}

/// Returns "1.0.0" for the hexadecimal digits 0x1000; a fourth digit 0 is left out.
std::string format_version(std::uint32_t digits) {
  std::string text =
      fmt::format("{}.{}.{}", digits >> 12 & 0xFU, digits >> 8 & 0xFU, digits >> 4 & 0xFU);
  if ((digits & 0xFU) != 0) text += fmt::format(".{}", digits & 0xFU);
  return text;
}

/// Returns the lengths packed into 48 bits in equal parts, fastest dimension first.
std::vector<std::uint64_t> read_shape(std::uint64_t bits, unsigned rank) {
  const unsigned width = 48 / rank;
  std::vector<std::uint64_t> shape;
  for (unsigned i = 0; i < rank; ++i) {
    shape.push_back((bits & ((std::uint64_t{1} << width) - 1)) + 1);
    bits >>= width;
  }
  std::reverse(shape.begin(), shape.end());
  return shape;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> zfp_visible_cd_values(
    std::span<const std::uint32_t> working) {
  const std::vector<std::uint32_t> cd_values = read_working(working);
  if (cd_values.empty()) return std::nullopt;
  const std::uint32_t mode = cd_values[3] >> 20;
  const unsigned rank = (cd_values[2] >> 2 & 3U) + 1;
  if (mode < first_precision) return with_double(1, rate_of(mode + 1, rank));
  if (mode < reversible) return std::vector<std::uint32_t>{2, 0, mode - first_precision + 1};
  if (mode == reversible) return std::vector<std::uint32_t>{5};
  if (mode < expert) {
    const int exponent = static_cast<int>(mode - first_accuracy) + smallest_exponent;
    return with_double(3, std::ldexp(1.0, exponent));
  }
  if (cd_values.size() < 6) return std::nullopt;
  return expert_cd_values(static_cast<std::uint64_t>(cd_values[5]) << 32 | cd_values[4], rank);
}

std::optional<ZfpHeader> read_zfp_header(std::span<const std::uint32_t> working) {
  const std::vector<std::uint32_t> cd_values = read_working(working);
  if (cd_values.empty()) return std::nullopt;
  constexpr std::array<std::string_view, 4> types{"int", "int64", "float", "double"};
  constexpr std::uint32_t first_with_tweaks = 0x110;  // zfp versions have a fourth digit since then
  const std::uint32_t filter_version = cd_values[0] & 0xFFFU;
  const std::uint32_t library_version = cd_values[0] >> 16;
  std::uint64_t meta = static_cast<std::uint64_t>(cd_values[3]) << 32 | cd_values[2];
  ZfpHeader header;
  header.filter_version = format_version(filter_version << 4);
  header.library_version =
      format_version(filter_version < first_with_tweaks ? library_version << 4 : library_version);
  header.codec_version = cd_values[1] >> 24;
  header.type = types.at(take_bits(meta, 2));
  const unsigned rank = take_bits(meta, 2) + 1;
  header.shape = read_shape(meta, rank);
  return header;
}

std::optional<std::vector<std::uint32_t>> zfp_visible_cd_values_for(
    std::span<const std::uint32_t> cd_values, std::string_view type,
    std::span<const std::size_t> chunk_shape) {
  const auto header = read_zfp_header(cd_values);
  // H5Z-ZFP treats unsigned integers as signed.
  if (type == "uint" || type == "uint64") type.remove_prefix(1);
  if (!header || header->type != type) return std::nullopt;
  std::vector<std::uint64_t> shape(chunk_shape.begin(), chunk_shape.end());
  std::erase(shape, 1U);
  return header->shape == shape ? zfp_visible_cd_values(cd_values) : std::nullopt;
}

std::string describe(const ZfpHeader& header) {
  return fmt::format("written by H5Z-ZFP {} with zfp {} (codec {}) for chunks of {} {}",
                     header.filter_version, header.library_version, header.codec_version,
                     fmt::join(header.shape, " x "), header.type);
}

}  // namespace ncf::filter
