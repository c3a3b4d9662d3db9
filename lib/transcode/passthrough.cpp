// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/passthrough.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/stop.hpp"
#include "filter/describe.hpp"
#include "model/element.hpp"
#include "transcode/chunk_grid.hpp"
#include "transcode/tile_walk.hpp"

namespace ncf::transcode {
namespace {

using model::Layout;
using model::StoredForm;
using Moved = std::function<void(std::uint64_t)>;

/// Most bytes of one call into a library, so that signals are noticed.
constexpr std::size_t piece_bytes = std::size_t{8} << 20;

std::string format_shape(const std::vector<std::size_t>& shape) {
  return fmt::format("{}", fmt::join(shape, " x "));
}

std::string format_filters(const StoredChain& chain) {
  return chain.empty() ? "none" : filter::describe(chain);
}

bool has_holes(const StoredForm& form, std::size_t stored_chunk_count) {
  return stored_chunk_count < ChunkGrid(form.extent, form.chunk_shape).chunk_count();
}

bool can_reach(const StoredForm& form, const std::vector<std::size_t>& extent) {
  if (form.extent.size() != extent.size()) return false;
  for (std::size_t i = 0; i < extent.size(); ++i) {
    if (extent[i] < form.extent[i] || extent[i] > form.max_extent[i]) return false;
  }
  return true;
}

std::optional<std::string> difference_of_bytes(const StoredForm& from, const StoredForm& to) {
  if (from.layout == Layout::other || to.layout == Layout::other) {
    return "its storage is of a kind of its own";
  }
  if (from.element.empty() || to.element.empty()) return "its values are of variable length";
  if (from.element != to.element || from.byte_order != to.byte_order) {
    return fmt::format("the stored types differ: {} and {}",
                       model::describe_element(from.element, from.byte_order),
                       model::describe_element(to.element, to.byte_order));
  }
  if (from.layout != to.layout) return "the layouts differ";
  if (from.chunk_shape != to.chunk_shape) {
    return fmt::format("the chunks differ: {} and {}", format_shape(from.chunk_shape),
                       format_shape(to.chunk_shape));
  }
  if (from.filters != to.filters) {
    return fmt::format("the stored filters differ: {} and {}", format_filters(from.filters),
                       format_filters(to.filters));
  }
  return std::nullopt;
}

void move_chunks(model::ChunkStore& input, model::VariableId input_id, const StoredForm& form,
                 model::ChunkStore& output, model::VariableId output_id, const Moved& on_moved) {
  const ChunkGrid grid(form.extent, form.chunk_shape);
  const std::uint64_t chunk_bytes = grid.chunk_values() * form.element_bytes;
  // Counted, so that a huge extent with little in it ends with the last chunk there is.
  std::size_t left = input.stored_chunk_count(input_id);
  model::StoredChunk chunk;
  for (std::size_t i = 0; i < grid.chunk_count() && left > 0; ++i) {
    base::throw_if_stopped();
    const auto offset = grid.offset(i);
    if (!input.read_chunk(input_id, offset, chunk)) continue;
    output.write_chunk(output_id, offset, chunk.bytes, chunk.filter_mask);
    if (on_moved) on_moved(chunk_bytes);
    --left;
  }
}

void move_elements(model::ChunkStore& input, model::VariableId input_id, const StoredForm& form,
                   model::ChunkStore& output, model::VariableId output_id, const Moved& on_moved) {
  TileWalk tiles(form.extent, {}, std::max<std::size_t>(1, piece_bytes / form.element_bytes));
  std::vector<std::byte> elements;
  while (const auto box = tiles.next()) {
    base::throw_if_stopped();
    elements.resize(box->value_count() * form.element_bytes);
    input.read_elements(input_id, *box, elements);
    output.write_elements(output_id, *box, elements);
    if (on_moved) on_moved(elements.size());
  }
}

}  // namespace

std::optional<std::string> why_not_passthrough(
    const StoredForm& from, const StoredForm& to,
    const std::function<std::size_t()>& stored_chunk_count) {
  if (auto difference = difference_of_bytes(from, to)) return difference;
  if (!can_reach(to, from.extent)) return "its dimensions are longer than what is stored";
  if (from.fill != to.fill && has_holes(from, stored_chunk_count())) {
    return "parts were never written, and would read as another value";
  }
  return std::nullopt;
}

void pass_through(model::ChunkStore& input, model::VariableId input_id, model::ChunkStore& output,
                  model::VariableId output_id, const Moved& on_moved) {
  const StoredForm form = input.stored_form(input_id);
  if (output.stored_form(output_id).extent != form.extent) output.extend(output_id, form.extent);
  if (form.layout == Layout::chunked) {
    move_chunks(input, input_id, form, output, output_id, on_moved);
  } else if (input.stored_chunk_count(input_id) > 0) {
    move_elements(input, input_id, form, output, output_id, on_moved);
  }
}

}  // namespace ncf::transcode
