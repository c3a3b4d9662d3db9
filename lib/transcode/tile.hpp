// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile of a variable on its way: put together from pieces of the source, left as target chunks.
// The I/O thread makes it and hands in what it read; workers place the pieces and, after the last,
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

/// What one thread works with.
struct Scratch {
  filter::ChainWorkspace chain;
  base::ByteBuffer decoded;
};

/// A source chunk as it was read: stored, or elements where the store decodes itself.
struct Piece {
  model::Box box;  ///< of which `chunk` holds the elements
  model::StoredChunk chunk;
};

/// A target chunk, or a box of elements where the store encodes itself.
struct Target {
  model::Box box;             ///< of which memory holds the elements
  base::ByteBuffer elements;  ///< empty while nothing is known of it but holes
  model::StoredChunk stored;  ///< encoded, or read back
  /// What is to be stored: in `stored`, or the elements where no filter changed them.
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

  /// The targets, as many neighbours together as are worth a job of their own.
  [[nodiscard]] std::vector<std::span<Target>> parts();

  // ---- The I/O thread, while it reads ----
  /// Gives memory to the targets that `source` reaches into. throws: std::bad_alloc.
  void expect_data(const model::Box& source);
  /// A source chunk that was never written.
  void add_hole(const model::Box& source);
  /// Gives memory to all targets if holes must be written. Then: whether there is any to write.
  bool settle_holes();

  // ---- Workers ----
  /// Decodes a piece and puts its elements in their places. throws: Error.
  void place(const Piece& piece, Scratch& scratch);
  /// Completes a target whose pieces are all in place.
  void complete(Target& target) const;
  /// How the variable's chunks are to be encoded: on the evidence of its first chunk, or of none
  /// where that is not in this tile or holds nothing, so that it does not matter how tiles are cut.
  /// For a tile with data whose pieces are all in place. throws: Error.
  [[nodiscard]] filter::EncodingWays choose_ways(Scratch& scratch);
  /// Makes a complete target what is written. throws: Error.
  void encode(Target& target, const filter::EncodingWays& ways, Scratch& scratch) const;
  /// Compares a complete target with what was read back of it, in `stored`; for a target that is
  /// not encoded elements. What was not written is to read as a hole, if it is there at all.
  /// Returns by how much values break the bound of the filters, as Tolerance::find_excess.
  /// throws: Error(corrupt) where they differ otherwise, or the filters' own.
  [[nodiscard]] std::optional<double> compare(Target& target, Scratch& scratch) const;

 private:
  [[nodiscard]] std::vector<Target*> targets_of(const model::Box& part);
  void give_memory(Target& target);
  void fill_holes(Target& target) const;
  void fill_beyond_extent(Target& target) const;
  void quantize(Target& target) const;
  [[nodiscard]] std::span<std::byte> elements_of(const Target& target) const;
  [[nodiscard]] std::span<const std::byte> read_elements_of(const Target& target,
                                                            Scratch& scratch) const;
  [[nodiscard]] std::optional<double> find_excess(const Target& target, Scratch& scratch) const;

  const Recoding& recoding_;
  model::Box box_;
  std::vector<std::size_t> numbers_;  ///< of the targets in the target grid, rising
  std::vector<Target> targets_;
  std::vector<model::Box> holes_;
};

/// Reads what a tile needs of a source chunk, on the I/O thread; false for one that was never
/// written. source: the chunk's box. throws: Error.
[[nodiscard]] bool read_piece(model::Source& input, const Tile& tile, const model::Box& source,
                              Piece& piece);

/// Makes the variable in the target as long as what is recoded. throws: Error.
void extend(model::Target& output, const Recoding& recoding);

/// Does `work`; errors name the store, the tile's variable, and the chunk that is `box`.
template <class Work>
void at_chunk(const std::string& name, const Tile& tile, const model::Box& box, Work work) {
  base::at_place(name, [&] {
    base::at_place("variable " + tile.recoding().name(),
                   [&] { base::at_place([&] { return model::chunk_name(box.start); }, work); });
  });
}

}  // namespace ncf::transcode
