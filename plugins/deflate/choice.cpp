// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/choice.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace ncf::plugins::deflate {
namespace {

using Data = std::vector<std::byte>;

constexpr std::size_t most_sample_bytes = std::size_t{256} << 10;
constexpr std::uint64_t samples_of_worthwhile_variable = 8;

// By so much a way must be smaller than zlib, and zlib than the data to be evidence of anything.
constexpr std::size_t margin_part = 100;
constexpr std::size_t nearly_nothing = 32;

// A chunk that becomes less than so much of what the first one became is another kind of data.
constexpr std::size_t likeness_numerator = 3;
constexpr std::size_t likeness_denominator = 4;

// From the fastest on; not those that are no faster than zlib at the level.
std::vector<Way> candidates(int level, bool are_shuffled) {
  std::vector<Way> ways;
  const auto add = [&](Encoder encoder, std::initializer_list<int> efforts, int most) {
    for (const int effort : efforts) {
      if (effort <= most) ways.push_back({encoder, static_cast<std::uint8_t>(effort)});
    }
  };
  if (are_shuffled) {
    add(Encoder::planes, {1, 2, 4, 6}, level - 1);
    add(Encoder::planes, {level}, level);
  } else if (NCF_HAS_LIBDEFLATE) {
    add(Encoder::libdeflate, {1, 2, 5, 6, 10}, level < 5 ? 5 : level < 6 ? 6 : 10);
  }
  return ways;
}

// The middle of a chunk, as it would be if the chunk were no more than that.
Data sample_of(ConstBytes chunk, std::size_t planes) {
  const std::size_t plane_bytes = chunk.size() / planes;
  const std::size_t size = std::min(plane_bytes, most_sample_bytes / planes);
  Data sample;
  sample.reserve(size * planes);
  for (std::size_t plane = 0; plane < planes; ++plane) {
    const ConstBytes part = chunk.subspan(plane * plane_bytes + (plane_bytes - size) / 2, size);
    sample.insert(sample.end(), part.begin(), part.end());
  }
  return sample;
}

std::uint16_t least_share(std::size_t written, std::size_t sample_bytes) {
  const std::uint64_t share = std::uint64_t{written} * 65536 / sample_bytes;
  return static_cast<std::uint16_t>(
      std::min<std::uint64_t>(share * likeness_numerator / likeness_denominator,
                              std::numeric_limits<std::uint16_t>::max()));
}

}  // namespace

Way choose(Coders& coders, int level, std::size_t element_bytes, std::uint64_t variable_bytes,
           ConstBytes first_chunk) {
  const bool are_shuffled = are_planes(element_bytes, first_chunk.size());
  const Way careful = careful_way(level, element_bytes, first_chunk.size());
  const std::size_t sample_bytes = std::min(first_chunk.size(), most_sample_bytes);
  const bool are_little_planes = element_bytes > 1 && !are_shuffled;
  if (level == 0 || sample_bytes == 0 || are_little_planes ||
      variable_bytes / samples_of_worthwhile_variable < sample_bytes) {
    return careful;
  }
  const Data sample = sample_of(first_chunk, are_shuffled ? element_bytes : 1);
  Data output(Coders::bound(sample.size()));
  const Way zlib{Encoder::zlib, static_cast<std::uint8_t>(level)};
  const std::size_t zlib_bytes = coders.encode(zlib, element_bytes, sample, output);
  if (zlib_bytes < sample.size() / nearly_nothing) return careful;
  for (Way way : candidates(level, are_shuffled)) {
    const std::size_t written = coders.encode(way, element_bytes, sample, output);
    // The level's own effort was found to keep the promise on all kinds of data.
    if (way == careful && written <= zlib_bytes) return careful;
    if (written + written / margin_part > zlib_bytes) continue;
    way.least_share = least_share(written, sample.size());
    return way;
  }
  return zlib;
}

}  // namespace ncf::plugins::deflate
