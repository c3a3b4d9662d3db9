// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A tile of a variable: assembled from pieces of the source, written as target chunks. The I/O
// thread creates it and finds its pieces; workers place them and, after the last one, finish the
// targets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/errors/error_context.hpp"
#include "base/memory/bytes.hpp"
#include "model/dataset/source.hpp"
#include "transcode/recoding/recoding.hpp"

namespace ncf::transcode {

/// Buffers of one thread.
struct Scratch : model::PartBuffers {
  base::ByteBuffer part;       ///< of `decoded` or of elements, to be converted or compared
  base::ByteBuffer converted;  ///< values converted from it, or compared with it
};

/// A chunk as stored, or elements; not owned.
struct StoredBytes {
  std::span<const std::byte> bytes;
  std::uint32_t filter_mask = 0;  ///< as of a StoredChunk
};

/// A target chunk, or a box of elements if the store encodes it.
struct TargetChunk {
  model::Box box;             ///< the elements in memory
  base::ByteBuffer elements;  ///< empty until the first piece is placed
  model::StoredChunk stored;  ///< encoded, if longer; or elements read back by the I/O thread
  /// The bytes to store, or as stored in the source: in `stored`, or in the memory of the elements.
  std::span<const std::byte> encoded;
  std::uint64_t encoded_bytes = 0;  ///< also if another process keeps the bytes
  bool has_data = false;
  bool is_complete = false;
  bool is_stored = false;                       ///< `encoded` is as stored in the source
  std::optional<model::StoredPlace> read_back;  ///< its place in the output
};

class Tile {
 public:
  /// box: must be within the extent. memory: for the targets; must outlive the tile.
  Tile(const Recoding& recoding, model::Box box, base::SpareBuffers& memory);

  [[nodiscard]] const Recoding& recoding() const noexcept { return recoding_; }
  [[nodiscard]] const model::Box& box() const noexcept { return box_; }
  [[nodiscard]] std::vector<TargetChunk>& targets() noexcept { return targets_; }

  /// Returns the targets, in groups of neighbours large enough for a job each.
  [[nodiscard]] std::vector<std::span<TargetChunk>> parts();

  // ---- The I/O thread, while it reads ----
  /// Records a source chunk that exists.
  void expect_data(const model::Box& source);
  /// Records a missing source chunk.
  void add_missing(const model::Box& source);
  /// Called when all source chunks are recorded. Returns whether there is anything to write.
  bool choose_written();

  // ---- Workers, several at once ----
  /// Returns the memory for the elements of `box` if a target consists of exactly these; otherwise
  /// empty.
  [[nodiscard]] std::span<std::byte> memory_of(const model::Box& box);
  /// Returns the memory for a source chunk that is compared or written as stored. place: of the
  /// chunk.
  [[nodiscard]] std::span<std::byte> stored_memory(const model::Box& chunk,
                                                   const model::StoredPlace& place);
  /// Decodes a source chunk, or takes elements, and copies the elements to their places.
  /// box: of these elements. throws: Error.
  void place(const model::Box& box, const StoredBytes& stored, Scratch& scratch);
  /// Completes a target whose pieces are all in place.
  void complete(TargetChunk& target);
  /// Chooses how the variable's chunks are encoded, by its first chunk. If that chunk is not in
  /// this tile or holds no data, the choice uses no data, so the result does not depend on how
  /// tiles are cut. The tile has data, and all pieces are in place. throws: Error.
  [[nodiscard]] filter::EncoderStrategies choose_strategies(Scratch& scratch);
  /// Returns whether a complete target is certain to keep the filters' error bound.
  [[nodiscard]] bool keeps_bound(const TargetChunk& target) const;
  /// Encodes a complete target. throws: Error.
  void encode(TargetChunk& target, const filter::EncoderStrategies& strategies,
              Scratch& scratch) const;
  /// Encodes a complete target, and decodes it again. Returns: as `compare`. throws: Error.
  [[nodiscard]] std::optional<double> encode_and_compare(
      TargetChunk& target, const filter::EncoderStrategies& strategies, Scratch& scratch) const;
  /// Compares a complete target with what was read back; empty if the output does not have it. A
  /// missing target chunk that the output has must read as the fill value.
  /// Returns: as Tolerance::find_excess.
  /// throws: Error(corrupt) for any other difference; the filters' errors.
  [[nodiscard]] std::optional<double> compare(const TargetChunk& target,
                                              const std::optional<StoredBytes>& read_back,
                                              Scratch& scratch) const;
  /// Frees the memory of a target that is no longer needed.
  void free(TargetChunk& target) const noexcept;

 private:
  [[nodiscard]] std::vector<TargetChunk*> targets_of(const model::Box& part);
  void place_converted(const model::Box& box, const StoredBytes& stored, Scratch& scratch);
  void place_elements(const model::Box& part, const model::Box& box, const std::byte* elements);
  void take_memory(TargetChunk& target);
  void fill_missing(TargetChunk& target) const;
  void quantize(TargetChunk& target) const;
  [[nodiscard]] std::span<std::byte> elements_of(const TargetChunk& target) const;
  [[nodiscard]] std::span<const std::byte> decode(const TargetChunk& target,
                                                  const StoredBytes& read_back,
                                                  Scratch& scratch) const;
  void keep_encoded(TargetChunk& target, std::span<const std::byte> encoded) const;
  [[nodiscard]] bool is_compared_as_stored() const noexcept {
    return recoding_.is_passed() && recoding_.to().chain;
  }
  void compare_stored(const TargetChunk& target, const StoredBytes& read_back,
                      Scratch& scratch) const;
  [[nodiscard]] std::optional<double> find_excess(const TargetChunk& target,
                                                  std::span<const std::byte> read,
                                                  Scratch& scratch) const;

  const Recoding& recoding_;
  model::Box box_;
  base::SpareBuffers& memory_;
  std::mutex mutex_;                  ///< for the memory of the targets
  std::vector<std::size_t> numbers_;  ///< of the targets in the target grid, ascending
  std::vector<TargetChunk> targets_;
  std::vector<model::Box> missing_;
};

/// Runs `work`; its errors name the store, the variable and the chunk.
template <class Work>
void at_chunk(const std::string& name, const std::string& variable,
              std::span<const std::size_t> offset, Work work) {
  base::with_context(name, [&] {
    base::with_context("variable " + variable, [&] {
      base::with_context([&] { return model::chunk_name(offset); }, work);
    });
  });
}
template <class Work>
void at_chunk(const std::string& name, const Tile& tile, const model::Box& box, Work work) {
  at_chunk(name, tile.recoding().name(), box.start, work);
}

}  // namespace ncf::transcode
