// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The strategies for encoding a chunk as a zstd frame, the encoder that follows one, and which one
// a variable gets. All use libzstd; they differ in the ends of blocks and in the search parameters.
//
//   whole    blocks as libzstd chooses them
//   planes   a block ends where a byte plane ends, so that bytes of different planes, which have
//            little in common, do not share the statistics of a block
//
// Effort 0 is libzstd's at the requested level; 1 and more are parameters of our own
// (strategy.cpp), from the fastest on. source: RFC 8878, section 3.1.1.2
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/strategy.hpp"
#include "common/zstd_contexts.hpp"

namespace ncf::plugins::zstd {

enum class Encoder : std::uint8_t { whole = 1, planes = 2 };

using Strategy = plugins::Strategy<Encoder>;

inline constexpr int max_effort = 11;

/// The level that is used if there is none, and for level 0, which means libzstd's default.
inline constexpr int default_level = 3;

/// The strategy of the library itself, whose result every level promises not to exceed.
inline constexpr Strategy plain_strategy{Encoder::whole};

/// Returns "libzstd 3", "effort 2 by planes". level: the requested one.
[[nodiscard]] std::string text_of(const Strategy& strategy, int level);

/// Returns empty for a number that is not a strategy.
[[nodiscard]] std::optional<Strategy> find_strategy(std::uint64_t number) noexcept;

/// Returns whether a chunk of so many bytes, shuffled if element_bytes is more than 1, can be
/// encoded by planes, which must be long enough for blocks of their own.
[[nodiscard]] bool has_planes(std::size_t element_bytes, std::size_t chunk_bytes) noexcept;

/// Returns the strategy without any evidence: planes if they were never found to be much larger.
[[nodiscard]] Strategy careful_strategy(int level, std::size_t element_bytes,
                                        std::size_t chunk_bytes) noexcept;

/// The window of all efforts: 4 MiB, as at level 9.
inline constexpr int window_log_of_efforts = 22;

/// The contexts of libzstd and an encoder that follows a strategy, which the kernel keeps for a
/// thread. Uses only libzstd's stable interface, so the result is a frame that every zstd reads.
class Coders final : public Workspace {
 public:
  /// Returns the maximum encoded size.
  static std::size_t bound(std::size_t decoded_bytes) noexcept;

  /// Encodes a chunk. level: the requested one. A strategy by planes needs data that pass
  /// has_planes. Returns the number of bytes written to the front of `output`, which has at least
  /// `bound` bytes.
  /// throws: KernelError, std::bad_alloc.
  std::size_t encode(const Strategy& strategy, int level, std::size_t element_bytes,
                     ConstBytes input, Bytes output);

  /// Encodes the input with another strategy as well, and keeps the smaller result.
  std::size_t try_again(const Strategy& strategy, int level, std::size_t element_bytes,
                        ConstBytes input, std::size_t written, Bytes output);

  /// throws: std::bad_alloc.
  ZSTD_DCtx* decoding() { return contexts_.decoding(); }

 private:
  ZstdContexts contexts_;
  std::vector<std::byte> first_try_;
};

/// Chooses the strategy for a variable: the fastest known one that makes its first chunk about as
/// small as libzstd does at the requested level. A level promises a size, not a search: if planes
/// are noise, less thorough searches find as much, and what planes save may be spent.
///
///   shuffled   by planes, unless libzstd's own blocks are smaller on the first chunk
///   others     whole
///
/// with the efforts that are faster than the level, the fastest first, or else libzstd's own. The
/// careful strategy is used for a variable that is too small for trials, at levels below 0, which
/// are faster than any effort, and at the highest levels for chunks longer than the window of the
/// efforts. element_bytes: 1 if the chunk was not shuffled. The result depends only on the
/// arguments and the installed libzstd. throws: KernelError, std::bad_alloc.
[[nodiscard]] Strategy choose(Coders& coders, int level, std::size_t element_bytes,
                              std::uint64_t variable_bytes, ConstBytes first_chunk);

}  // namespace ncf::plugins::zstd
