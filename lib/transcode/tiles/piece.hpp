// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The pieces of the source from which a tile is assembled. The I/O thread finds them; a worker
// reads their bytes from their places and puts their elements into the tile. A piece is a plain
// value, so that any thread, or another process that has the same file open, can do the work.
// Before that, the system is told what will be read (ReadAhead).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "model/dataset/source.hpp"
#include "transcode/tiles/tile.hpp"

namespace ncf::transcode {

/// A source chunk, a part, or a box of elements.
struct Piece {
  model::Box box;                              ///< its elements
  std::optional<model::StoredPlace> place;     ///< of a chunk
  std::vector<std::byte> elements = {};        ///< if only the I/O thread can read them
  decltype(model::FoundPart::read) part = {};  ///< reads them, if the source finds parts
  /// Reads the target's chunk as the source stores it instead, if set.
  decltype(model::FoundPart::read_stored) read_stored = {};
};

/// Finds the piece of a source chunk that a tile needs, and reads elements that workers cannot
/// read; records in the tile whether there is any. I/O thread. source: the chunk's box. Empty if
/// the chunk is missing. throws: Error.
[[nodiscard]] std::optional<Piece> find_piece(model::Source& input, Tile& tile,
                                              const model::Box& source);

/// Does the same once the place is known. place: empty if the chunk is missing; for elements that
/// workers read, any place will do.
[[nodiscard]] std::optional<Piece> piece_at(Tile& tile, const model::Box& source,
                                            const std::optional<model::StoredPlace>& place);

/// Does the same for the parts of which a tile consists, if the source finds parts. takes_stored:
/// those that are chunks of the target are read as they are stored, if the recoding allows this.
[[nodiscard]] std::vector<Piece> find_parts(model::Source& input, Tile& tile, bool takes_stored);

/// Reads a piece and puts its elements into the tile. Any thread.
/// throws: Error naming the input, the variable and the chunk.
void place_piece(model::Source& input, Tile& tile, const Piece& piece, Scratch& scratch);

/// Reads a chunk that was found into `scratch`. Any thread. throws: Error.
[[nodiscard]] StoredBytes read_stored(model::Source& source, model::VariableId variable,
                                      const model::Box& chunk, const model::StoredPlace& place,
                                      Scratch& scratch);

/// Announces that chunks that were found will be read soon, adjacent ones together. Any thread.
void request_together(model::Source& source, model::VariableId variable,
                      std::span<const model::StoredPlace> places) noexcept;

/// Makes the system read chunks ahead, so that workers need not wait for a disk. The I/O thread
/// records what the jobs that it hands out will read. Requesting this from the system takes time,
/// so workers do it: each, before its own job, for the next two jobs, until all are requested. Only
/// data on a server are requested at once. (Elements of variables without chunks are read in such
/// large pieces that the system has enough to do.)
class ReadAhead {
 public:
  /// input: must outlive this object.
  explicit ReadAhead(model::Source& input)
      : input_(input), is_requested_at_once_(input.ahead_bytes() > 0) {}

  /// Adds the pieces of a job. I/O thread.
  void add(const Recoding& recoding, const std::vector<Piece>& pieces);
  /// Called once for each job. Any thread.
  void advise();

 private:
  struct Range {
    model::VariableId variable;
    std::uint64_t begin;
    std::uint64_t bytes;
  };
  using Ranges = std::vector<Range>;
  static void add(Ranges& ranges, model::VariableId variable, const model::StoredPlace& place);
  [[nodiscard]] Ranges next();
  void request(const Ranges& ranges) noexcept;

  model::Source& input_;
  bool is_requested_at_once_;
  std::mutex mutex_;
  std::deque<Ranges> jobs_;  ///< under mutex_
};

}  // namespace ncf::transcode
