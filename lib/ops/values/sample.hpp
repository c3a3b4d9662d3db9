// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Some chunks of a variable, decoded, as a copy would encode them, and what they show about all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "base/memory/bytes.hpp"
#include "model/dataset/source.hpp"
#include "transcode/recoding/recoding.hpp"
#include "transcode/tiles/piece.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::ops {

/// The numbers 0 to `count` - 1 in a fixed order in which the first few are always spread evenly,
/// whatever period the data have.
class SpreadOrder {
 public:
  explicit SpreadOrder(std::uint64_t count) : count_(count) {}

  /// Returns the next number. Call it at most `count` times.
  [[nodiscard]] std::uint64_t next();

 private:
  std::uint64_t count_;
  double place_ = 0.5;
  std::unordered_set<std::uint64_t> seen_;
};

struct SampleChunk {
  model::Box box;
  base::ByteBuffer memory;
  std::size_t bytes = 0;        ///< all elements, in the byte order of the copy
  std::uint64_t raw_bytes = 0;  ///< elements within the variable
  bool is_constant = false;     ///< all elements are equal
  /// Numbers of the chunks that it represents: equal constant chunks are kept once.
  std::vector<std::size_t> numbers;

  [[nodiscard]] std::span<std::byte> elements() const { return memory.bytes().first(bytes); }
};

struct Sample {
  std::vector<SampleChunk> chunks;  ///< in the order of reading
  /// The first chunk, by which a copy chooses the encoding of all; empty if it stays missing.
  std::optional<SampleChunk> first;
  std::uint64_t variable_bytes = 0;  ///< of all values
  std::uint64_t chunks_read = 0;
  /// Number of chunks that the copy will store; others stay missing.
  std::uint64_t chunks_to_store = 0;
  std::uint64_t chunk_count = 0;  ///< including missing ones
  bool is_whole = false;          ///< everything to be stored was read
};

/// Returns the unfiltered size of the chunks that the copy will store. all_bytes: of all values.
[[nodiscard]] double raw_bytes_to_store(const Sample& sample, std::uint64_t all_bytes);

/// Reads chunks in spread order until `max_bytes` are kept, and further, up to a limit, while all
/// chunks read are constant. On the I/O thread.
/// throws: Error naming the variable.
[[nodiscard]] Sample read_sample(const transcode::Recoding& recoding, model::Source& input,
                                 std::uint64_t max_bytes);

/// Reads chunks of a variable and decodes them, in the form in which a copy would encode them. On
/// the I/O thread.
class SampleReader {
 public:
  /// Both must outlive this object.
  SampleReader(const transcode::Recoding& recoding, model::Source& input)
      : recoding_(recoding), input_(input) {}
  SampleReader(const SampleReader&) = delete;
  SampleReader& operator=(const SampleReader&) = delete;
  ~SampleReader() {
    if (ahead_) input_.forget_announced();
  }

  /// Announces to a server the chunks of the copy that will be read first. numbers: as `read` gets
  /// them; empty at the end.
  void announce(std::function<std::optional<std::size_t>()> numbers);

  /// Reads a chunk of the copy; returns empty if it stays missing there.
  [[nodiscard]] std::optional<SampleChunk> read(std::size_t number);

 private:
  std::vector<transcode::Piece> find_pieces(transcode::Tile& tile);

  const transcode::Recoding& recoding_;
  model::Source& input_;
  base::SpareBuffers memory_;
  transcode::Scratch scratch_;
  std::optional<transcode::ChunksAhead> ahead_;
};

// ---- Extrapolation from some chunks to a whole variable ----

/// The sizes of one chunk, or of several equal ones.
struct ChunkSizes {
  std::uint64_t raw_bytes = 0;     ///< of the values within the variable
  std::uint64_t stored_bytes = 0;  ///< encoded
  std::uint64_t count = 1;
};

struct Estimate {
  double stored_share = 1;  ///< stored bytes per raw byte
  /// Two standard errors, relative to the share; empty with too few chunks.
  std::optional<double> uncertainty;
};

/// Estimates by the ratio estimator: chunks at the border contain fewer values and count less.
/// all_chunks: number of chunks in the population. chunks: the sample, at least one with values.
[[nodiscard]] Estimate estimate_share(const std::vector<ChunkSizes>& chunks,
                                      std::uint64_t all_chunks);

/// Chooses a few of many things for a sample, spread evenly over the sum of their sizes: large ones
/// are chosen for certain, small ones now and then, and all if they are few.
class SpreadChoice {
 public:
  /// all_bytes: the sum of the sizes of `count` things. most: things to choose.
  SpreadChoice(std::uint64_t all_bytes, std::size_t count, std::size_t most)
      : all_bytes_(all_bytes), takes_all_(count <= most), most_(most) {}

  /// Returns whether to choose the next thing.
  [[nodiscard]] bool takes(std::uint64_t bytes) noexcept {
    pass(bytes);
    const bool is_chosen = is_reached();
    while (is_reached()) ++chosen_;
    return takes_all_ || is_chosen;
  }

  /// The next thing cannot be chosen; one after it is chosen instead.
  void pass(std::uint64_t bytes) noexcept { passed_bytes_ += bytes; }

 private:
  /// Returns whether the middle of the next of `most_` equal parts was passed.
  [[nodiscard]] bool is_reached() const noexcept {
    if (chosen_ >= most_) return false;
    const double middle = (static_cast<double>(chosen_) + 0.5) / static_cast<double>(most_);
    return static_cast<double>(passed_bytes_) >= middle * static_cast<double>(all_bytes_);
  }

  std::uint64_t all_bytes_;
  bool takes_all_;
  std::size_t most_;
  std::uint64_t passed_bytes_ = 0;
  std::size_t chosen_ = 0;
};

}  // namespace ncf::ops
