// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Some chunks of a variable, decoded, as a copy would encode them.
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

}  // namespace ncf::ops
