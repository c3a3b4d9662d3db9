// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts stored chunks of a variable to values in memory. Immutable; any thread.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "filter/kernels/prepared_chain.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/block.hpp"
#include "model/grid/chunk_grid.hpp"
#include "transcode/tiles/tile.hpp"

namespace ncf::transcode {

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

}  // namespace ncf::transcode
