// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How the values of a variable get from where they are stored into memory. Chunks whose filters the
// library can run, and elements at known places, are read on any thread; all else the store reads,
// on the I/O thread. `transcode/values/tile_reader.hpp` reads many boxes on all threads.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/memory/bytes.hpp"
#include "filter/kernels/prepared_chain.hpp"
#include "model/dataset/source.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "model/grid/chunk_grid.hpp"
#include "transcode/tiles/tile.hpp"

namespace ncf::transcode {

/// Converts stored chunks of a variable to values in memory. Immutable; any thread.
class ChunkValues {
 public:
  /// form: chunked, and must pass holds_values. name: of the variable, for messages.
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

/// The elements of a variable without chunks, at their places in the file.
struct PlacedValues {
  model::ElementPlaces places;
  model::Element element;
};

/// Elements that only the store can read.
struct StoreElements {
  model::Element element;
};

/// Values that only the store can read, of any type.
struct StoreValues {};

/// Returns whether what is stored in this form, apart from filters and byte order, are values of
/// `type`, and all values of `shape`.
[[nodiscard]] bool holds_values(const model::StoredForm& form, const model::Type& type,
                                const std::vector<std::size_t>& shape);

/// Values of a box, in C order, as in memory.
struct BoxValues {
  [[nodiscard]] std::span<const std::byte> bytes() const {
    return values ? std::span(values->data(), values->size_bytes()) : memory.bytes().first(size);
  }

  base::ByteBuffer memory;
  std::size_t size = 0;                 ///< bytes used of `memory`
  std::optional<model::Values> values;  ///< in place of `memory`, if the store has read them
};

class StoredValues {
 public:
  using Kind = std::variant<ChunkValues, PlacedValues, StoreElements, StoreValues>;

  /// source: must outlive this object.
  StoredValues(model::Source& source, model::VariableId variable, Kind kind);

  [[nodiscard]] model::Source& source() const noexcept { return source_; }
  [[nodiscard]] model::VariableId variable() const noexcept { return variable_; }
  [[nodiscard]] std::size_t value_bytes() const noexcept { return type_->size_bytes; }

  /// Returns how chunks are decoded; null unless any thread can do it.
  [[nodiscard]] const ChunkValues* chunks() const noexcept {
    return std::get_if<ChunkValues>(&kind_);
  }
  /// Returns whether `read_placed` can read the values.
  [[nodiscard]] bool are_placed() const noexcept {
    return std::holds_alternative<PlacedValues>(kind_);
  }

  /// Finds a chunk. I/O thread. throws: Error.
  [[nodiscard]] std::optional<model::StoredPlace> find(const model::Box& chunk) const {
    return source_.find_chunk(variable_, chunk.start);
  }
  /// Reads a chunk that was found, or is missing, and copies its values within `box` to their
  /// places. Any thread. throws: Error naming the variable and the chunk.
  void read_chunk(const model::Box& chunk, const std::optional<model::StoredPlace>& place,
                  const model::Box& box, std::byte* values, Scratch& scratch) const;
  /// Reads values at their places. Any thread. values: of `box`. throws: Error.
  void read_placed(const model::Box& box, std::span<std::byte> values) const;
  /// Reads values that only the store can read. I/O thread. throws: Error naming the variable.
  [[nodiscard]] model::Values read_by_store(const model::Box& box) const;

  /// Reads the values of a box, whatever their kind. I/O thread. throws: Error.
  [[nodiscard]] BoxValues read(const model::Box& box, Scratch& scratch) const;

 private:
  model::Source& source_;
  model::VariableId variable_;
  model::TypeRef type_;
  Kind kind_;
};

}  // namespace ncf::transcode
