// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// How the stored chunks of a variable become its values in memory. Never changes; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "filter/prepared_chain.hpp"
#include "model/block.hpp"
#include "model/chunk_grid.hpp"
#include "model/stored_form.hpp"
#include "transcode/tile.hpp"

namespace ncf::transcode {

class ChunkValues {
 public:
  /// `form` passes holds_values_in_chunks. name: of the variable, for messages.
  ChunkValues(model::StoredForm form, filter::PreparedChain chain, std::string name);

  [[nodiscard]] const model::ChunkGrid& grid() const noexcept { return grid_; }
  [[nodiscard]] std::size_t value_bytes() const noexcept { return element_.bytes; }

  /// Decodes a chunk, and puts those of its values that lie in `box` in their places.
  /// values: those of `box`. throws: Error naming variable, chunk and filter.
  void place(const Piece& piece, const model::Box& box, std::byte* values, Scratch& scratch) const;

  /// The same for what was never written.
  void fill(const model::Box& hole, const model::Box& box, std::byte* values) const;

 private:
  model::ChunkGrid grid_;
  filter::PreparedChain chain_;
  model::Element element_;
  std::vector<std::byte> hole_;  ///< a value that was never written, as in memory
  std::string name_;
};

}  // namespace ncf::transcode
