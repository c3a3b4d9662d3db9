// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dataset/value_writer.hpp"

#include <algorithm>
#include <utility>

#include "model/values/block.hpp"
#include "model/values/element.hpp"
#include "ops/required_filters.hpp"
#include "transcode/tiles/tile_walk.hpp"

namespace ncf::ops {
namespace {

using model::Box;
using model::VariableId;
using transcode::Recoding;

/// Pieces of a box in memory at the same time, so that one is filled while others are encoded.
constexpr std::uint64_t pieces_at_a_time = 4;

std::size_t end_of(const Box& box, std::size_t dimension) {
  return box.start[dimension] + box.count[dimension];
}

bool has_bytes_beyond_counting(const std::vector<std::size_t>& lengths, std::size_t element_bytes) {
  std::uint64_t bytes = element_bytes;
  return std::ranges::any_of(
      lengths, [&](std::size_t length) { return __builtin_mul_overflow(bytes, length, &bytes); });
}

/// What elements of the target's chunks are in memory.
model::StoredForm form_in_memory(const model::Schema& defined, VariableId id,
                                 const model::StoredForm& to) {
  model::StoredForm form = model::elements_form(defined, id);
  form.fill = to.fill;
  if (form.fill && form.byte_order != to.byte_order) std::ranges::reverse(*form.fill);
  return form;
}

}  // namespace

ValueWriter::ValueWriter(model::Target& target, const model::Schema& defined, std::size_t threads,
                         std::uint64_t max_bytes)
    : target_(target),
      defined_(defined),
      max_bytes_(max_bytes),
      encoder_(target, threads, max_bytes) {}

void ValueWriter::write(VariableId id, const Box& box, std::span<const std::byte> elements) {
  if (elements.empty()) return;
  std::vector<Box> rest{box};
  if (Chunked* const chunked = find_chunked(id, box)) {
    const Recoding& recoding = *chunked->recodings.back();
    const Box chunks = whole_chunks(id, recoding.target(), box);
    if (begin_chunks(*chunked, chunks) && chunks.value_count() > 0) {
      encode(recoding, chunks, box, elements);
      rest = model::difference(box, chunks);
    }
    if (chunks.count != box.count) begin_chunks(*chunked, box);
  }
  for (const Box& part : rest) write_part(id, part, box, elements);
}

void ValueWriter::write(VariableId id, const Box& box, const model::Values& values) {
  finish();
  if (is_netcdf4(defined_.format)) {
    const StoredChain& filters = target_.schema().variables[id].filters;
    target_.named([&] { require_safe_in_libhdf5(defined_, id, filters); });
  }
  target_.write(id, box, values);
}

void ValueWriter::finish() { encoder_.finish(); }

// ---- What our kernels encode ----

ValueWriter::Chunked* ValueWriter::find_chunked(VariableId id, const Box& box) {
  const auto [found, is_new] = variables_.try_emplace(id);
  std::optional<Chunked>& variable = found->second;
  if (!is_new && !variable) return nullptr;
  Lengths lengths = is_new ? defined_.shape(defined_.variables[id])
                           : variable->recodings.back()->target().extent();
  bool is_longer = is_new;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (end_of(box, i) <= lengths[i]) continue;
    lengths[i] = std::max(end_of(box, i), 2 * lengths[i]);
    is_longer = true;
  }
  if (!is_longer) return &*variable;
  auto recoding = make_recoding(id, lengths);
  if (!recoding) {
    finish();
    variable.reset();
    return nullptr;
  }
  if (is_new) variable.emplace();
  variable->recodings.push_back(std::move(recoding));
  return &*variable;
}

std::unique_ptr<Recoding> ValueWriter::make_recoding(VariableId id, const Lengths& lengths) {
  if (!target_.shows_stored_bytes()) return nullptr;
  model::StoredForm to = target_.stored_form(id);
  const bool has_own_chunks = to.layout == model::Layout::chunked && to.shard_shape.empty();
  if (!has_own_chunks || has_bytes_beyond_counting(lengths, to.element_bytes)) return nullptr;
  model::StoredForm from = form_in_memory(defined_, id, to);
  from.extent = lengths;
  auto chain = chains_.prepare(to.chain(), to.optional_filters);
  if (!chain || transcode::why_not_recode(from, to)) return nullptr;
  return std::make_unique<Recoding>(defined_.variable_path(id),
                                    transcode::RecodingSide{id, std::move(from), std::nullopt},
                                    transcode::RecodingSide{id, std::move(to), std::move(chain)});
}

/// The part of a box that consists of whole chunks. The last chunk is whole at the defined length.
Box ValueWriter::whole_chunks(VariableId id, const model::ChunkGrid& grid, const Box& box) const {
  const Lengths defined = defined_.shape(defined_.variables[id]);
  Box whole = box;
  for (std::size_t i = 0; i < box.start.size(); ++i) {
    const std::size_t chunk = grid.chunk_shape()[i];
    const std::size_t end =
        end_of(box, i) == defined[i] ? defined[i] : end_of(box, i) / chunk * chunk;
    whole.start[i] = (box.start[i] + chunk - 1) / chunk * chunk;
    whole.count[i] = end > whole.start[i] ? end - whole.start[i] : 0;
  }
  return whole;
}

/// Notes the chunks of a box as written to. Returns whether none of them was before.
bool ValueWriter::begin_chunks(Chunked& chunked, const Box& box) {
  const model::ChunkGrid& grid = chunked.recodings.back()->target();
  bool are_new = true;
  for (const std::size_t number : grid.chunks_of(box)) {
    are_new = chunked.begun.insert(grid.offset(number)).second && are_new;
  }
  return are_new;
}

// Pieces have the order of the chunks, so how much memory there is does not show in the output.
void ValueWriter::encode(const Recoding& recoding, const Box& part, const Box& box,
                         std::span<const std::byte> elements) {
  extend(recoding.to().id, part);
  const std::size_t chunks =
      std::max<std::uint64_t>(1, max_bytes_ / pieces_at_a_time / recoding.target_bytes());
  const model::ChunkGrid& grid = recoding.target();
  transcode::TileWalk pieces(part.count, grid.chunk_shape(), chunks * grid.chunk_values());
  while (auto piece = pieces.next()) {
    for (std::size_t i = 0; i < part.start.size(); ++i) piece->start[i] += part.start[i];
    encoder_.write(recoding, *piece, box, elements);
  }
}

void ValueWriter::extend(VariableId id, const Box& box) {
  Lengths extent = target_.stored_form(id).extent;
  bool is_longer = false;
  for (std::size_t i = 0; i < extent.size(); ++i) {
    is_longer = is_longer || end_of(box, i) > extent[i];
    extent[i] = std::max(extent[i], end_of(box, i));
  }
  if (is_longer) target_.extend(id, extent);
}

// ---- What the store encodes ----

void ValueWriter::write_part(VariableId id, const Box& part, const Box& box,
                             std::span<const std::byte> elements) {
  const model::TypeRef& type = defined_.variables[id].type;
  model::Values values(type, part.value_count());
  model::copy_part(part, box, elements.data(), part, values.data(), {type->size_bytes});
  write(id, part, values);
}

}  // namespace ncf::ops
