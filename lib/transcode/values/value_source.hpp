// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of a variable for work on many threads: the I/O thread reads a box, any thread decodes it.
// If the library can run the variable's filters itself, the I/O thread only finds the stored
// chunks; otherwise the source reads and decodes values in one step.
//
//   auto pending = source.read(box);                       // the I/O thread
//   const auto bytes = pending->decode(scratch);           // any thread
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "filter/kernels/prepared_chain.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/block.hpp"
#include "model/grid/chunk_grid.hpp"
#include "transcode/tiles/tile.hpp"

namespace ncf::transcode {

/// Converts stored chunks of a variable to values in memory. Immutable; any thread.
class ChunkValues {
 public:
  /// form: must pass holds_values_in_chunks. name: of the variable, for messages.
  ChunkValues(model::StoredForm form, filter::PreparedChain chain, std::string name);

  [[nodiscard]] const model::ChunkGrid& grid() const noexcept { return grid_; }
  [[nodiscard]] std::size_t value_bytes() const noexcept { return element_.bytes; }

  /// Decodes a chunk and copies its values within `box` to their places.
  /// chunk: its box. values: of `box`, in C order. throws: Error naming the variable, chunk and
  /// filter.
  void place(const model::Box& chunk, const StoredBytes& stored, const model::Box& box,
             std::byte* values, Scratch& scratch) const;

  /// Does the same in two steps. decoded: memory for the whole chunk.
  void decode(const model::Box& chunk, const StoredBytes& stored, std::span<std::byte> decoded,
              Scratch& scratch) const;
  void copy(const model::Box& chunk, std::span<const std::byte> decoded, const model::Box& box,
            std::byte* values) const;

  /// Returns the size of a decoded chunk.
  [[nodiscard]] std::size_t chunk_bytes() const noexcept {
    return grid_.chunk_values() * element_.bytes;
  }

  /// Sets the values of `box` within a missing chunk to the fill value.
  void fill(const model::Box& missing, const model::Box& box, std::byte* values) const;

 private:
  model::ChunkGrid grid_;
  filter::PreparedChain chain_;
  model::Element element_;
  std::vector<std::byte> unwritten_value_;  ///< one value, as in memory
  std::string name_;
};

/// Values that were read, or found, and may still need decoding. The source must outlive them.
class PendingValues {
 public:
  PendingValues() = default;
  PendingValues(const PendingValues&) = delete;
  PendingValues& operator=(const PendingValues&) = delete;
  virtual ~PendingValues() = default;

  /// Returns the values as in memory, in C order, valid as long as this object. Call it once, on
  /// any thread. throws: Error naming the chunk and the filter.
  [[nodiscard]] virtual std::span<const std::byte> decode(Scratch& scratch) = 0;
};

class ValueSource {
 public:
  ValueSource() = default;
  ValueSource(const ValueSource&) = delete;
  ValueSource& operator=(const ValueSource&) = delete;
  virtual ~ValueSource() = default;

  /// Reads a box. I/O thread. throws: Error naming the variable.
  [[nodiscard]] virtual std::unique_ptr<PendingValues> read(const model::Box& box) = 0;
};

/// Makes a source for values of any type. `source` must outlive the result.
[[nodiscard]] std::unique_ptr<ValueSource> make_typed_source(model::Source& source,
                                                             model::VariableId variable);

/// Returns whether chunks of this form, apart from filters and byte order, hold values of `type`,
/// and everything that was written of `shape`.
[[nodiscard]] bool holds_values_in_chunks(const model::StoredForm& form, const model::Type& type,
                                          const std::vector<std::size_t>& shape);

/// Makes a source that reads the stored chunks of a variable. `source` must outlive the result.
[[nodiscard]] std::unique_ptr<ValueSource> make_chunk_source(model::Source& source,
                                                             model::VariableId variable,
                                                             ChunkValues chunks);

/// Makes a source that reads elements of a variable whose chunks hold values of `type`. `source`
/// must outlive the result.
[[nodiscard]] std::unique_ptr<ValueSource> make_element_source(model::Source& source,
                                                               model::VariableId variable,
                                                               model::TypeRef type,
                                                               model::ByteOrder byte_order);

}  // namespace ncf::transcode
