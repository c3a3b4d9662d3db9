// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

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

bool is_within(const std::vector<std::size_t>& offset, const std::vector<std::size_t>& extent) {
  return std::equal(offset.begin(), offset.end(), extent.begin(), std::less<>());
}

/// Of a chunk that the output alone has.
bool reads_as_fill(const Pair& pair, const StoredForm& form, const model::Box& box) {
  if (!form.fill) return true;
  std::vector<std::byte> read(box.value_count() * form.element_bytes);
  pair.output.read_elements(pair.output_id, box, read);
  return is_filled_with(*form.fill, read);
}

/// form: of the input. The output may be longer, and reach the dimensions' ends.
void compare_chunks(const Pair& pair, const StoredForm& form) {
  const ChunkGrid grid(pair.output.stored_form(pair.output_id).extent, form.chunk_shape);
  std::size_t input_left = pair.input.stored_chunk_count(pair.input_id);
  std::size_t output_left = pair.output.stored_chunk_count(pair.output_id);
  model::StoredChunk written;
  model::StoredChunk read;
  for (std::size_t i = 0; i < grid.chunk_count() && input_left + output_left > 0; ++i) {
    base::throw_if_stopped();
    const auto offset = grid.offset(i);
    const bool was_written =
        is_within(offset, form.extent) && pair.input.read_chunk(pair.input_id, offset, written);
    const bool is_there = pair.output.read_chunk(pair.output_id, offset, read);
    if (is_there && output_left > 0) --output_left;
    if (!was_written) {
      if (is_there && !reads_as_fill(pair, form, grid.within(grid.chunk_box(i)))) {
        throw_different(offset);
      }
      continue;
    }
    if (!is_there || written.bytes != read.bytes || written.filter_mask != read.filter_mask) {
      throw_different(offset);
    }
    pair.tell(grid.chunk_values() * form.element_bytes);
    if (input_left > 0) --input_left;
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

bool is_filled_with(std::span<const std::byte> value, std::span<const std::byte> elements) {
  return elements.empty() || (std::ranges::equal(value, elements.first(value.size())) &&
                              std::ranges::equal(elements.subspan(value.size()),
                                                 elements.first(elements.size() - value.size())));
}

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
