// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A dataset that is being made. Everything is defined first; then values are written in boxes or as
// stored bytes, in any order. Each variable is written in one of these ways. A store implements the
// functions that begin with `do_`; the others name target and variable in every error.
//
// Use it from one thread, the I/O thread, unless a function says otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/library/module_api.hpp"
#include "model/dataset/open_dataset.hpp"
#include "model/dataset/stored_form.hpp"

namespace ncf::model {

/// How many chunks of a variable will be written.
struct ExpectedChunks {
  std::uint64_t count = 0;  ///< at most; 0 for a variable without chunks
  bool in_order = false;    ///< of their positions

  friend bool operator==(const ExpectedChunks&, const ExpectedChunks&) = default;
};

class NCF_MODULE_API Target : public OpenDataset {
 public:
  /// The `schema` describes what was made, not what was requested.
  using OpenDataset::OpenDataset;
  /// Releases everything without reporting errors. The dataset is complete only if it was closed.
  ~Target() override = default;

  /// Says how many chunks of each variable will be written. A file whose layout is `consolidated`
  /// allocates space for their indexes, so call it for such a file, before anything is written.
  /// throws: Error.
  void expect(std::span<const ExpectedChunks> by_variable);

  /// Writes `values` to `box`; unlimited dimensions grow as needed. throws: Error.
  void write(VariableId variable, const Box& box, const Values& values);

  // ---- What is stored ---------------------------------------------------------------------------

  /// throws: Error.
  [[nodiscard]] StoredForm stored_form(VariableId variable);

  /// Allocates space for the chunk at `offset`, which is within the extent and was not written yet.
  /// Call `write_placed` afterwards. bytes: its size. filter_mask: as of a StoredChunk; must be 0
  /// unless `keeps_masks`. throws: Error naming the chunk.
  [[nodiscard]] PlacedChunk place_chunk(VariableId variable, std::span<const std::size_t> offset,
                                        std::uint64_t bytes, std::uint32_t filter_mask);

  /// Writes chunks whose space is allocated, adjacent ones together. bytes: of each. On any thread,
  /// of several at once, before `close`. throws: Error naming the chunk.
  void write_placed(std::span<const PlacedChunk> chunks,
                    std::span<const std::span<const std::byte>> bytes);

  // ---- Chunks that other processes write --------------------------------------------------------

  /// Returns whether other processes can write placed chunks.
  [[nodiscard]] virtual bool is_shareable() const noexcept { return false; }

  /// Returns where another process can write a placed chunk; call `note_written` when it has. Only
  /// if `is_shareable`. throws: Error naming the chunk.
  [[nodiscard]] FilePlace file_place(const PlacedChunk& chunk);
  void note_written(const PlacedChunk& chunk);

  // ---- Chunks that are encoded anew, elements, and the extent -----------------------------------

  /// Returns whether the store records which filters a chunk skipped. If it does not, `encode_anew`
  /// writes such a chunk with all filters.
  [[nodiscard]] virtual bool keeps_masks() const noexcept { return true; }
  void encode_anew(VariableId variable, std::span<const std::size_t> offset,
                   const StoredChunk& chunk);

  /// Writes elements of `box` in C order, each as the form's `element` says. throws: Error.
  void write_elements(VariableId variable, const Box& box, std::span<const std::byte> elements);

  /// Declares that chunks of a variable may be written more than once, and that it may grow. So
  /// shards remain open until `close`.
  virtual void allow_rewriting(VariableId /*variable*/) {}

  /// Sets the extent, at most to the form's `max_extent`. What is not written reads as fill values.
  /// throws: Error.
  void extend(VariableId variable, std::span<const std::size_t> extent);

  // ---- Closing, and sizes -----------------------------------------------------------------------

  /// Passes everything to the system and reports errors. Only `stored_bytes` may follow.
  /// throws: Error.
  void close();

  /// Returns the bytes that an output takes before values are written; 0 if unknown. throws: Error.
  [[nodiscard]] virtual std::uint64_t definition_bytes() { return 0; }

  /// Returns the bytes that the variable's values take, compressed where it has filters, without
  /// metadata. After `close`. throws: Error.
  [[nodiscard]] std::uint64_t stored_bytes(VariableId variable);

 private:
  /// There are as many values as in the box, at least one.
  virtual void do_write(VariableId variable, const Box& box, const Values& values) = 0;
  virtual void do_expect(std::span<const ExpectedChunks> /*by_variable*/) {}
  [[nodiscard]] virtual StoredForm do_stored_form(VariableId variable);
  [[nodiscard]] virtual PlacedChunk do_place_chunk(VariableId variable,
                                                   std::span<const std::size_t> offset,
                                                   std::uint64_t bytes, std::uint32_t filter_mask);
  /// Errors must name the variables.
  virtual void do_write_placed(std::span<const PlacedChunk> chunks,
                               std::span<const std::span<const std::byte>> bytes);
  [[nodiscard]] virtual FilePlace do_file_place(const PlacedChunk& chunk);
  virtual void do_note_written(const PlacedChunk& /*chunk*/) {}
  virtual void do_encode_anew(VariableId variable, std::span<const std::size_t> offset,
                              const StoredChunk& chunk);
  virtual void do_write_elements(VariableId variable, const Box& box,
                                 std::span<const std::byte> elements);
  virtual void do_extend(VariableId variable, std::span<const std::size_t> extent) = 0;
  virtual void do_close() = 0;
  [[nodiscard]] virtual std::uint64_t do_stored_bytes(VariableId variable);

  Values values_{atomic_type(TypeClass::byte_)};  ///< of the type whose elements were written last
};

}  // namespace ncf::model
