// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/verify.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/stop.hpp"
#include "model/chunk_grid.hpp"
#include "ncf/error.hpp"
#include "transcode/tile_walk.hpp"

namespace ncf::transcode {
namespace {

using model::ChunkGrid;
using model::StoredForm;
using model::VariableId;

/// Two stores, and the same variable in both.
struct Pair {
  model::ChunkStore& input;
  VariableId input_id;
  model::ChunkStore& output;
  VariableId output_id;
  std::uint64_t window_bytes;
  const std::function<void(std::uint64_t)>& on_verified;

  void tell(std::uint64_t bytes) const {
    if (on_verified) on_verified(bytes);
  }
};

[[noreturn]] void throw_different(const std::vector<std::size_t>& offset) {
  throw Error(ErrorCode::corrupt, not_as_written)
      .add_context(fmt::format("chunk at ({})", fmt::join(offset, ",")));
}

void compare_chunks(const Pair& pair, const StoredForm& form) {
  const ChunkGrid grid(form.extent, form.chunk_shape);
  std::size_t left = pair.input.stored_chunk_count(pair.input_id);
  if (pair.output.stored_chunk_count(pair.output_id) != left) {
    throw Error(ErrorCode::corrupt, not_as_written);
  }
  model::StoredChunk written;
  model::StoredChunk read;
  for (std::size_t i = 0; i < grid.chunk_count() && left > 0; ++i) {
    base::throw_if_stopped();
    const auto offset = grid.offset(i);
    if (!pair.input.read_chunk(pair.input_id, offset, written)) continue;
    if (!pair.output.read_chunk(pair.output_id, offset, read) || written.bytes != read.bytes ||
        written.filter_mask != read.filter_mask) {
      throw_different(offset);
    }
    pair.tell(grid.chunk_values() * form.element_bytes);
    --left;
  }
}

void compare_elements(const Pair& pair, const StoredForm& form) {
  const std::uint64_t elements = pair.window_bytes / 2 / form.element_bytes;
  TileWalk tiles(form.extent, {}, std::max<std::size_t>(1, elements));
  std::vector<std::byte> written;
  std::vector<std::byte> read;
  while (const auto box = tiles.next()) {
    base::throw_if_stopped();
    written.resize(box->value_count() * form.element_bytes);
    read.resize(written.size());
    pair.input.read_elements(pair.input_id, *box, written);
    pair.output.read_elements(pair.output_id, *box, read);
    if (written != read) throw_different(box->start);
    pair.tell(read.size());
  }
}

}  // namespace

void verify_passed(model::ChunkStore& input, VariableId input_id, model::ChunkStore& output,
                   VariableId output_id, std::uint64_t window_bytes,
                   const std::function<void(std::uint64_t)>& on_verified) {
  const Pair pair{input, input_id, output, output_id, window_bytes, on_verified};
  const StoredForm form = input.stored_form(input_id);
  if (form.layout == model::Layout::chunked) {
    compare_chunks(pair, form);
  } else if (input.stored_chunk_count(input_id) > 0) {
    compare_elements(pair, form);
  }
}

}  // namespace ncf::transcode
