// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The pieces of the source from which a tile is assembled. The I/O thread finds them; a worker
// reads their bytes from their places and puts their elements into the tile. A piece is a plain
// value, so that any thread, or another process that has the same file open, can do the work.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/dataset/source.hpp"
#include "transcode/tiles/tile.hpp"

namespace ncf::transcode {

/// A source chunk, or a box of elements.
struct Piece {
  model::Box box;                           ///< its elements
  std::optional<model::StoredPlace> place;  ///< of a chunk
  std::vector<std::byte> elements;          ///< if only the I/O thread can read them
};

/// Finds the piece of a source chunk that a tile needs, and reads elements that workers cannot
/// read. I/O thread. Empty if the chunk is missing. source: the chunk's box. throws: Error.
[[nodiscard]] std::optional<Piece> find_piece(model::Source& input, const Tile& tile,
                                              const model::Box& source);

/// Reads a piece and puts its elements into the tile. Any thread.
/// throws: Error naming the input, the variable and the chunk.
void place_piece(model::Source& input, Tile& tile, const Piece& piece, Scratch& scratch);

/// Reads a chunk that was found into `scratch`. Any thread. throws: Error.
[[nodiscard]] StoredBytes read_stored(model::Source& source, model::VariableId variable,
                                      const model::Box& chunk, const model::StoredPlace& place,
                                      Scratch& scratch);

}  // namespace ncf::transcode
