// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A box as strips of contiguous values, which are prepared side by side: a part of each strip, then
// the next part of each. So neighbours along all dimensions are in the cache together, and only a
// part of the prepared values is in memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "transcode/rounding/word_vector.hpp"

namespace ncf::transcode {

/// The values of a strip that are prepared at a time.
constexpr std::size_t part_values = 32 * set_values;

/// How a box is cut. Dimensions before `inner` number the strips, the others are in each of them.
struct BoxStrips {
  std::size_t inner;
  std::size_t strips;
  std::size_t strip_values;
  std::size_t before;  ///< values before a part that are kept for their neighbours, in whole sets
  std::size_t room;    ///< for parts, until the values before the next one are moved

  /// Returns the values in the buffer of one strip, and in those of all.
  [[nodiscard]] std::size_t buffer_values() const noexcept { return before + room; }
  [[nodiscard]] std::size_t all_buffer_values() const noexcept { return strips * buffer_values(); }
};

/// Returns the longest strips of whole rows whose buffers are in a usual second-level cache.
[[nodiscard]] BoxStrips cut_into_strips(std::span<const std::size_t> shape);

/// Returns the most values in the buffers of any box that is not larger in any dimension.
[[nodiscard]] std::size_t max_buffer_values(std::span<const std::size_t> shape);

/// The prepared values of the strips: for each a buffer of words, and of sets of values that count.
/// Values before a strip are 0 and do not count. Keeps its memory from box to box. One thread.
template <class Word>
class StripBuffers {
 public:
  void begin(const BoxStrips& strips) {
    strips_ = strips;
    words_.assign(strips.all_buffer_values() + words_beyond, 0);
    counting_.assign(strips.strips * sets_of_a_buffer(), 0);
    next_ = strips.before;
  }

  /// Returns where in each buffer the next part begins. values: of it, in whole sets.
  std::size_t add_part(std::size_t values) {
    if (next_ + values > strips_.buffer_values()) move_to_front();
    next_ += values;
    return next_ - values;
  }

  [[nodiscard]] Word* words(std::size_t strip) noexcept {
    return words_.data() + strip * strips_.buffer_values();
  }
  [[nodiscard]] ValueSet* counting(std::size_t strip) noexcept {
    return counting_.data() + strip * sets_of_a_buffer();
  }

 private:
  static constexpr std::size_t words_beyond = set_values;  // vectors may begin at the last word

  [[nodiscard]] std::size_t sets_of_a_buffer() const noexcept {
    return strips_.buffer_values() / set_values;
  }

  void move_to_front() {
    const std::size_t from = next_ - strips_.before;
    for (std::size_t strip = 0; strip < strips_.strips; ++strip) {
      std::copy_n(words(strip) + from, strips_.before, words(strip));
      std::copy_n(counting(strip) + from / set_values, strips_.before / set_values,
                  counting(strip));
    }
    next_ = strips_.before;
  }

  BoxStrips strips_{};
  std::vector<Word> words_;
  std::vector<ValueSet> counting_;
  std::size_t next_ = 0;
};

}  // namespace ncf::transcode
