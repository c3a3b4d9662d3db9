// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile of a variable: assembled from pieces of the source, written as target chunks. The I/O
// thread creates it and hands in the pieces it reads; workers place them and, after the last,
// finish the targets.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/at_place.hpp"
#include "base/byte_buffer.hpp"
#include "filter/prepared_chain.hpp"
#include "model/source.hpp"
#include "model/target.hpp"
#include "transcode/recoding.hpp"

namespace ncf::transcode {

/// Buffers of one thread.
struct Scratch {
  filter::ChainWorkspace chain;
  base::ByteBuffer decoded;
};

/// A source chunk as read: encoded, or elements if the store decodes it.
struct Piece {
  model::Box box;  ///< the elements that `chunk` holds
  model::StoredChunk chunk;
};

/// A target chunk, or a box of elements if the store encodes it.
struct Target {
  model::Box box;             ///< the elements in memory
  base::ByteBuffer elements;  ///< empty while all source chunks seen are missing
  model::StoredChunk stored;  ///< encoded, or read back
  /// The bytes to store: in `stored`, or the elements if no filter changed them.
  std::span<const std::byte> encoded;
  bool has_data = false;
  bool is_complete = false;
  bool was_read_back = false;
};

class Tile {
 public:
  /// box: within the extent.
  Tile(const Recoding& recoding, model::Box box);

  [[nodiscard]] const Recoding& recoding() const noexcept { return recoding_; }
  [[nodiscard]] const model::Box& box() const noexcept { return box_; }
  [[nodiscard]] std::vector<Target>& targets() noexcept { return targets_; }

  /// The targets, in groups of neighbours large enough for a job each.
  [[nodiscard]] std::vector<std::span<Target>> parts();

  // ---- The I/O thread, while it reads ----
  /// Allocates the targets that `source` reaches into. throws: std::bad_alloc.
  void expect_data(const model::Box& source);
  /// Records a missing source chunk.
  void add_missing(const model::Box& source);
  /// Allocates all targets if missing chunks must be written. Returns whether there is anything to
  /// write.
  bool settle_missing();

  // ---- Workers ----
  /// Decodes a piece and copies its elements to their places. throws: Error.
  void place(const Piece& piece, Scratch& scratch);
  /// Completes a target whose pieces are all in place.
  void complete(Target& target) const;
  /// Chooses how the variable's chunks are encoded, by its first chunk. If that chunk is not in
  /// this tile or holds no data, the choice uses no data, so the result does not depend on how
  /// tiles are cut. The tile has data, and all pieces are in place. throws: Error.
  [[nodiscard]] filter::EncoderStrategies choose_strategies(Scratch& scratch);
  /// Encodes a complete target. throws: Error.
  void encode(Target& target, const filter::EncoderStrategies& strategies, Scratch& scratch) const;
  /// Compares a complete target with what was read back into its `stored`; not for targets that are
  /// stored as elements. A missing target chunk that the output holds must read as the fill value.
  /// Returns: as Tolerance::find_excess.
  /// throws: Error(corrupt) for any other difference; the filters' errors.
  [[nodiscard]] std::optional<double> compare(Target& target, Scratch& scratch) const;

 private:
  [[nodiscard]] std::vector<Target*> targets_of(const model::Box& part);
  void give_memory(Target& target);
  void fill_missing(Target& target) const;
  void quantize(Target& target) const;
  [[nodiscard]] std::span<std::byte> elements_of(const Target& target) const;
  [[nodiscard]] std::span<const std::byte> read_elements_of(const Target& target,
                                                            Scratch& scratch) const;
  [[nodiscard]] std::optional<double> find_excess(const Target& target, Scratch& scratch) const;

  const Recoding& recoding_;
  model::Box box_;
  std::vector<std::size_t> numbers_;  ///< of the targets in the target grid, ascending
  std::vector<Target> targets_;
  std::vector<model::Box> missing_;
};

/// Reads what a tile needs of a source chunk, on the I/O thread. Returns false if the chunk is
/// missing.
/// source: the chunk's box. throws: Error.
[[nodiscard]] bool read_piece(model::Source& input, const Tile& tile, const model::Box& source,
                              Piece& piece);

/// Extends the target's variable to the extent of what is recoded. throws: Error.
void extend(model::Target& output, const Recoding& recoding);

/// Runs `work`; its errors name the store, the tile's variable and the chunk at `box`.
template <class Work>
void at_chunk(const std::string& name, const Tile& tile, const model::Box& box, Work work) {
  base::at_place(name, [&] {
    base::at_place("variable " + tile.recoding().name(),
                   [&] { base::at_place([&] { return model::chunk_name(box.start); }, work); });
  });
}

}  // namespace ncf::transcode
