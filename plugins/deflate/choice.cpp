// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/choice.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace ncf::plugins::deflate {
namespace {

using Data = std::vector<std::byte>;

constexpr std::size_t max_sample_bytes = std::size_t{256} << 10;
constexpr std::uint64_t samples_of_worthwhile_variable = 8;

// A way, and by which part of what is at stake it must be smaller than zlib: the chunks that follow
// differ, the more so the less thorough it is.
struct Candidate {
  Way way;
  std::size_t margin_part;
};

constexpr std::size_t no_margin = std::numeric_limits<std::size_t>::max();

// From the fastest on. The level's own effort was found to keep the promise on all kinds of data.
std::vector<Candidate> candidates_for_shuffled(int level) {
  const int own = PlaneEncoder::effort_of_level(level);
  std::vector<Candidate> candidates;
  const auto add = [&](int effort, std::size_t margin_part) {
    candidates.push_back({{Encoder::planes, static_cast<std::uint8_t>(effort)}, margin_part});
  };
  for (const auto& [effort, margin_part] :
       {std::pair{1, 100}, {2, 100}, {3, 100}, {4, 200}, {5, 200}, {6, 300}, {7, 300}, {8, 300}}) {
    if (effort < own) add(effort, static_cast<std::size_t>(margin_part));
  }
  add(own, no_margin);
  return candidates;
}

// From the fastest on; not those that are no faster than zlib at the level.
std::vector<Candidate> candidates_for_others(int level) {
  struct Row {
    Candidate candidate;
    int first_level;
  };
  std::vector<Candidate> candidates;
  for (const auto& [candidate, first_level] : {Row{{{Encoder::planes, 1}, 50}, 1},
                                               {{{Encoder::libdeflate, 1}, 100}, 1},
                                               {{{Encoder::planes, 2}, 100}, 1},
                                               {{{Encoder::libdeflate, 2}, 100}, 1},
                                               {{{Encoder::libdeflate, 4}, 300}, 3},
                                               {{{Encoder::libdeflate, 5}, 300}, 1},
                                               {{{Encoder::libdeflate, 8}, 400}, 4},
                                               {{{Encoder::libdeflate, 10}, 300}, 6}}) {
    const bool is_here = NCF_HAS_LIBDEFLATE || candidate.way.encoder != Encoder::libdeflate;
    if (is_here && level >= first_level) candidates.push_back(candidate);
  }
  return candidates;
}

// At stake is what was written, or what that saves where it is less: in noise all find the same.
bool suffices(std::size_t written, std::size_t margin_part, std::size_t sample_bytes,
              std::size_t zlib_bytes) {
  const std::size_t saved = sample_bytes - std::min(sample_bytes, written);
  return written + std::min(written, 2 * saved) / margin_part <= zlib_bytes;
}

// The middle of a chunk, as it would be if the chunk were no more than that.
Data sample_of(ConstBytes chunk, std::size_t planes) {
  const std::size_t plane_bytes = chunk.size() / planes;
  const std::size_t size = std::min(plane_bytes, max_sample_bytes / planes);
  Data sample;
  sample.reserve(size * planes);
  for (std::size_t plane = 0; plane < planes; ++plane) {
    const ConstBytes part = chunk.subspan(plane * plane_bytes + (plane_bytes - size) / 2, size);
    sample.insert(sample.end(), part.begin(), part.end());
  }
  return sample;
}

// Chunks that become less than three quarters of what the first one became are another kind of
// data, for which less thorough searches may miss too much. Of values that were not shuffled they
// miss things in chunks that become more, too.
void expect_alike(Way& way, std::size_t written, std::size_t sample_bytes, bool are_shuffled) {
  const std::uint64_t share = std::uint64_t{written} * 65536 / sample_bytes;
  const auto at_most = [](std::uint64_t value) {
    return static_cast<std::uint16_t>(std::min<std::uint64_t>(value, no_share));
  };
  way.min_share = at_most(share * 3 / 4);
  if (!are_shuffled) way.max_share = at_most(share * 4 / 3);
}

}  // namespace

Way choose(Coders& coders, int level, std::size_t element_bytes, std::uint64_t variable_bytes,
           ConstBytes first_chunk) {
  const bool are_shuffled = are_planes(element_bytes, first_chunk.size());
  const Way careful = careful_way(level, element_bytes, first_chunk.size());
  const std::size_t sample_bytes = std::min(first_chunk.size(), max_sample_bytes);
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
  for (auto [way, margin_part] :
       are_shuffled ? candidates_for_shuffled(level) : candidates_for_others(level)) {
    if (!serves(way, element_bytes, sample.size())) continue;
    const std::size_t written = coders.encode(way, element_bytes, sample, output);
    if (!suffices(written, margin_part, sample.size(), zlib_bytes)) continue;
    if (way != careful) expect_alike(way, written, sample.size(), are_shuffled);
    return way;
  }
  return zlib;
}

}  // namespace ncf::plugins::deflate
