// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Kernels with several encoders choose the strategy for a variable by its first chunk: encode a
// sample of the chunk as the library would at the requested level, then with candidates, the
// fastest first, until one suffices. A chunk that becomes other than expected is encoded again.
//
// Pure functions of their arguments: the choice is the same for any number of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "common/kernel.hpp"

namespace ncf::plugins {

/// Data that become so many times smaller are nearly nothing: additional effort costs little for
/// them, and they show nothing about other chunks.
inline constexpr std::size_t nearly_nothing = 32;

inline constexpr std::uint16_t any_share = 0xFFFF;

/// The encoder with which a kernel encodes the chunks of a variable, the effort, and the expected
/// compression ratio of the chunks. A value, which passes through <ncf/kernel.h> as a number. Each
/// kernel has its own encoders, and checks the numbers that it is given.
/// Encoder: an enumeration of bytes other than 0.
template <typename Encoder>
struct Strategy {
  Encoder encoder{};
  std::uint8_t effort = 0;
  /// The range of encoded sizes of chunks like those that the strategy was chosen for, in 65536ths
  /// of their size.
  std::uint16_t min_share = 0;
  std::uint16_t max_share = any_share;

  [[nodiscard]] std::uint64_t number() const noexcept {
    return static_cast<std::uint64_t>(encoder) | std::uint64_t{effort} << 8 |
           std::uint64_t{min_share} << 16 | std::uint64_t{max_share} << 32;
  }

  /// Returns the strategy of a number. If there is no such strategy, the number of the result
  /// differs.
  [[nodiscard]] static Strategy of_number(std::uint64_t number) noexcept {
    return {static_cast<Encoder>(number & 0xFF), static_cast<std::uint8_t>(number >> 8),
            static_cast<std::uint16_t>(number >> 16), static_cast<std::uint16_t>(number >> 32)};
  }

  /// Returns whether a chunk with so many encoded bytes is like those.
  [[nodiscard]] bool expects(std::size_t written, std::size_t chunk_bytes) const noexcept {
    const std::uint64_t share = std::uint64_t{written} * 65536;
    return share >= std::uint64_t{min_share} * chunk_bytes &&
           (max_share == any_share || share <= std::uint64_t{max_share} * chunk_bytes);
  }

  /// Expects no chunk to be smaller than three quarters of the first one. If it is, it is another
  /// kind of data, for which less thorough searches may miss too much.
  void expect_no_less(std::size_t written, std::size_t chunk_bytes) noexcept {
    min_share = share_of(written, chunk_bytes, 3, 4);
  }

  /// Does the same for chunks larger than four thirds of it.
  void expect_no_more(std::size_t written, std::size_t chunk_bytes) noexcept {
    max_share = share_of(written, chunk_bytes, 4, 3);
  }

  friend bool operator==(const Strategy&, const Strategy&) = default;

 private:
  static std::uint16_t share_of(std::uint64_t written, std::uint64_t chunk_bytes,
                                std::uint64_t numerator, std::uint64_t denominator) noexcept {
    const std::uint64_t share = written * 65536 / chunk_bytes * numerator / denominator;
    return static_cast<std::uint16_t>(std::min<std::uint64_t>(share, any_share));
  }
};

/// Returns the element size of shuffled data; 1 if the data were not shuffled.
inline std::size_t element_bytes_of(const EncodeHints& hints) noexcept {
  return std::max<std::size_t>(hints.shuffled_element_bytes, 1);
}

/// A strategy, and the margin in ten thousandths by which its result must be smaller than the
/// library's, because later chunks differ, and more so if the strategy is less thorough. If the
/// margin is below 0, the result may be larger.
template <typename Strategy>
struct Candidate {
  Strategy strategy;
  int margin = 0;
};

template <typename Strategy>
struct Chosen {
  Strategy strategy;
  std::size_t written = 0;  ///< the size of the encoded sample
};

/// Returns the middle of each of a chunk's planes, together at most `max_bytes`, arranged like a
/// smaller chunk. planes: 1 or more.
inline std::vector<std::byte> sample_of(ConstBytes chunk, std::size_t planes,
                                        std::size_t max_bytes) {
  const std::size_t plane_bytes = chunk.size() / planes;
  const std::size_t size = std::min(plane_bytes, max_bytes / planes);
  std::vector<std::byte> sample;
  sample.reserve(size * planes);
  for (std::size_t plane = 0; plane < planes; ++plane) {
    const ConstBytes part = chunk.subspan(plane * plane_bytes + (plane_bytes - size) / 2, size);
    sample.insert(sample.end(), part.begin(), part.end());
  }
  return sample;
}

/// Returns whether a result is small enough. The margin applies to the size, or to twice the
/// savings if that is less: in noise, all strategies find the same.
inline bool suffices(std::size_t written, int margin, std::size_t sample_bytes,
                     std::size_t library_bytes) noexcept {
  const std::size_t saved = sample_bytes - std::min(sample_bytes, written);
  const auto at_stake = static_cast<std::int64_t>(std::min(written, 2 * saved));
  return static_cast<std::int64_t>(written) + at_stake * margin / 10'000 <=
         static_cast<std::int64_t>(library_bytes);
}

/// Chooses the first candidate that suffices; empty if none does. encode: returns the size of the
/// encoded sample for a strategy.
template <typename Strategy, typename Encode>
std::optional<Chosen<Strategy>> choose_first(std::span<const Candidate<Strategy>> from_the_fastest,
                                             std::size_t sample_bytes, std::size_t library_bytes,
                                             const Encode& encode) {
  for (const auto& [strategy, margin] : from_the_fastest) {
    const std::size_t written = encode(strategy);
    if (suffices(written, margin, sample_bytes, library_bytes)) {
      return Chosen<Strategy>{strategy, written};
    }
  }
  return std::nullopt;
}

/// Encodes again with `encode`, which returns its number of bytes, over the first `written` bytes
/// of `output`, and keeps the smaller result. Returns its size. first_try: memory for reuse.
template <typename Encode>
std::size_t try_again(std::vector<std::byte>& first_try, std::size_t written, Bytes output,
                      Encode encode) {
  first_try.assign(output.begin(), output.begin() + static_cast<std::ptrdiff_t>(written));
  const std::size_t written_again = encode();
  if (written_again < written) return written_again;
  std::copy(first_try.begin(), first_try.end(), output.begin());
  return written;
}

}  // namespace ncf::plugins
