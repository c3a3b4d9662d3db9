// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/passthrough.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/stop.hpp"
#include "filter/describe.hpp"
#include "filter/words.hpp"
#include "model/chunk_grid.hpp"
#include "model/element.hpp"
#include "transcode/tile_walk.hpp"

namespace ncf::transcode {
namespace {

using model::ChunkGrid;
using model::Layout;
using model::StoredChunk;
using model::StoredForm;
using model::VariableId;

/// More memory for chunks in flight does not make copying faster.
constexpr std::uint64_t max_window_bytes = std::uint64_t{8} << 20;

/// Limit of one library call, so that signals are noticed in time.
constexpr std::uint64_t max_piece_bytes = std::uint64_t{8} << 20;

std::string format_shape(const std::vector<std::size_t>& shape) {
  return fmt::format("{}", fmt::join(shape, " x "));
}

std::string format_filters(const StoredChain& chain) {
  return chain.empty() ? "none" : filter::describe(chain);
}

std::uint64_t window_of(const Resources& resources) {
  return std::min(resources.max_bytes, max_window_bytes);
}

bool has_missing_parts(const StoredForm& form, std::size_t stored_chunk_count) {
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
  if (from.has_own_values_beyond) {
    return "it ends before its dimensions, where a copy would read other values";
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
  if (from.codecs != to.codecs) {
    if (from.codecs.empty() || to.codecs.empty()) {
      return "the filters store other bytes than the codecs";
    }
    return fmt::format("the codecs differ: {} and {}", from.codecs, to.codecs);
  }
  if (!filter::encode_alike(from.filters, to.filters)) {
    return fmt::format("the stored filters differ: {} and {}", format_filters(from.filters),
                       format_filters(to.filters));
  }
  return std::nullopt;
}

/// Checks what is possible without decoding: that a chunk is large enough for its values.
/// value_bytes: of a decoded chunk. throws: Error(corrupt).
void require_length(const StoredForm& form, const StoredChunk& chunk, std::uint64_t value_bytes) {
  const std::uint64_t all_filters = (std::uint64_t{1} << form.filters.size()) - 1;
  const bool is_plain = form.codecs.empty() && (chunk.filter_mask & all_filters) == all_filters;
  if (is_plain ? chunk.bytes.size() == value_bytes : !chunk.bytes.empty()) return;
  throw Error(ErrorCode::corrupt,
              fmt::format("a chunk of {} bytes holds {}", value_bytes, chunk.bytes.size()));
}

}  // namespace

std::optional<std::string> why_not_passthrough(
    const StoredForm& from, const StoredForm& to,
    const std::function<std::size_t()>& stored_chunk_count) {
  if (auto difference = difference_of_bytes(from, to)) return difference;
  if (!can_reach(to, from.extent)) return "its dimensions are longer than what is stored";
  if (from.hides_padding && to.shows_padding) {
    return "what its last chunks hold beyond its values would be read";
  }
  if (from.fill != to.fill && has_missing_parts(from, stored_chunk_count())) {
    return "parts were never written, and would read as another value";
  }
  return std::nullopt;
}

MemoryNeed passthrough_need(const StoredForm& form, std::uint64_t stored_bytes,
                            const Resources& resources) {
  const std::uint64_t chunk = form.layout == Layout::chunked
                                  ? model::value_count(form.chunk_shape) * form.element_bytes
                                  : 0;
  const std::uint64_t least = std::min(chunk, stored_bytes);
  return {std::max(least, std::min(stored_bytes, window_of(resources))), least};
}

Passthrough::Passthrough(model::Source& input, model::Target& output, const Resources& resources,
                         std::function<void(std::uint64_t)> on_moved)
    : input_(input),
      output_(output),
      window_bytes_(window_of(resources)),
      on_moved_(std::move(on_moved)),
      writes_(pool_, &output),
      pool_(resources.threads) {}

std::size_t Passthrough::move(VariableId input_id, VariableId output_id) {
  const StoredForm form = input_.stored_form(input_id);
  if (output_.stored_form(output_id).extent != form.extent) output_.extend(output_id, form.extent);
  if (form.layout == Layout::chunked) return move_chunks(input_id, form, output_id);
  if (input_.stored_chunk_count(input_id) > 0) move_elements(input_id, form, output_id);
  return 0;
}

std::size_t Passthrough::move_chunks(VariableId input_id, const StoredForm& form,
                                     VariableId output_id) {
  const ChunkGrid grid(form.extent, form.chunk_shape);
  const std::uint64_t chunk_bytes = grid.chunk_values() * form.element_bytes;
  // Counting ends the walk over a huge sparse extent at its last stored chunk.
  std::size_t left = input_.stored_chunk_count(input_id);
  for (std::size_t i = 0; i < grid.chunk_count() && left > 0; ++i) {
    base::throw_if_stopped();
    const auto offset = grid.offset(i);
    while (!writes_.is_empty() && writes_.held_bytes() + chunk_bytes > window_bytes_) {
      writes_.end_oldest();
    }
    std::shared_ptr<StoredChunk> chunk = take_spare();
    if (!input_.read_chunk(input_id, offset, *chunk)) {
      give_back(std::move(chunk));
      continue;
    }
    input_.at_chunk(input_id, offset, [&] { require_length(form, *chunk, chunk_bytes); });
    writes_.add(
        {output_.place_chunk(output_id, offset, chunk->bytes, chunk->filter_mask)},
        [this, chunk] { give_back(chunk); }, chunk->bytes.size());
    if (on_moved_) on_moved_(chunk_bytes);
    --left;
  }
  return left;
}

std::shared_ptr<StoredChunk> Passthrough::take_spare() {
  const std::lock_guard lock(mutex_);
  if (spare_.empty()) return std::make_shared<StoredChunk>();
  auto chunk = std::move(spare_.back());
  spare_.pop_back();
  return chunk;
}

void Passthrough::give_back(std::shared_ptr<StoredChunk> chunk) {
  const std::lock_guard lock(mutex_);
  spare_.push_back(std::move(chunk));
}

void Passthrough::move_elements(VariableId input_id, const StoredForm& form, VariableId output_id) {
  const std::uint64_t piece_bytes = std::min(window_bytes_, max_piece_bytes);
  TileWalk tiles(form.extent, {}, std::max<std::size_t>(1, piece_bytes / form.element_bytes));
  std::vector<std::byte> elements;
  while (const auto box = tiles.next()) {
    base::throw_if_stopped();
    elements.resize(box->value_count() * form.element_bytes);
    input_.read_elements(input_id, *box, elements);
    output_.write_elements(output_id, *box, elements);
    if (on_moved_) on_moved_(elements.size());
  }
}

void Passthrough::finish() { writes_.end_all(); }

}  // namespace ncf::transcode
