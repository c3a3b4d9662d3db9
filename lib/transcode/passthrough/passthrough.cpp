// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/passthrough/passthrough.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/threads/stop.hpp"
#include "filter/registry/registry.hpp"
#include "filter/spec/chain_order.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/chunk_grid.hpp"
#include "transcode/tiles/piece.hpp"
#include "transcode/walks/chunks_ahead.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::transcode {
namespace {

using model::ChunkGrid;
using model::Layout;
using model::StoredChunk;
using model::StoredForm;
using model::StoredPlace;
using model::VariableId;

/// Large enough for efficient reads and writes, small enough for the processor's cache.
constexpr std::uint64_t max_batch_bytes = std::uint64_t{1} << 20;

/// Returns the bytes of a stored chunk if its filters determine them; empty otherwise.
/// value_bytes: of a decoded chunk.
std::optional<std::uint64_t> find_stored_bytes(const StoredForm& form, std::uint32_t filter_mask,
                                               std::uint64_t value_bytes) {
  if (!form.codecs.empty()) return std::nullopt;
  std::optional<std::size_t> bytes = value_bytes;
  for (std::size_t i = 0; i < form.chain().size(); ++i) {
    const bool is_skipped = (filter_mask >> i & 1U) != 0;
    if (!is_skipped) bytes = filter::bytes_after(form.chain()[i], bytes);
  }
  // The chunks at the edges may be stored without filters, whatever their mask says.
  return form.filters_edges || bytes == value_bytes ? bytes : std::nullopt;
}

/// Checks what is possible without decoding: that a chunk is large enough for its values.
/// value_bytes: of a decoded chunk. throws: Error(corrupt).
void require_length(const StoredForm& form, const StoredPlace& chunk, std::uint64_t value_bytes) {
  const auto bytes = find_stored_bytes(form, chunk.filter_mask, value_bytes);
  if (bytes ? chunk.bytes == *bytes : chunk.bytes > 0) return;
  throw Error(ErrorCode::corrupt, fmt::format("a chunk that should have {} bytes has {}",
                                              bytes.value_or(value_bytes), chunk.bytes));
}

}  // namespace

// Two batches for each thread: one that it moves, and the next.
std::uint64_t passthrough_window(const Resources& resources) {
  return std::min<std::uint64_t>(resources.max_bytes,
                                 2 * std::max<std::size_t>(1, resources.threads) * max_batch_bytes);
}

MemoryNeed passthrough_need(const StoredForm& form, std::uint64_t stored_bytes,
                            const Resources& resources) {
  const std::uint64_t chunk = form.layout == Layout::chunked
                                  ? model::value_count(form.chunk_shape) * form.element_bytes
                                  : 0;
  const std::uint64_t least = std::min(chunk, stored_bytes);
  return {std::max(least, std::min(stored_bytes, passthrough_window(resources))), least};
}

Passthrough::Passthrough(model::Source& input, model::Target& output, const Resources& resources,
                         std::function<void(std::uint64_t)> on_moved, OtherRanks* ranks)
    : input_(input),
      output_(output),
      window_bytes_(passthrough_window(resources)),
      ahead_bytes_(input.ahead_bytes()),
      on_moved_(std::move(on_moved)),
      ranks_(ranks),
      pool_(resources.threads, ranks == nullptr ? base::WorkerPool::OneThread::inline_in_submit
                                                : base::WorkerPool::OneThread::own_thread) {
  buffers_.resize(pool_.worker_count());
  batch_bytes_ = std::min(max_batch_bytes, window_bytes_ / buffers_.size());
}

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
  // Counting ends the walk at the last stored chunk.
  std::size_t left = input_.stored_chunk_count(input_id);
  const auto shard_shape = output_.stored_form(output_id).shard_shape;
  ShardWalk walk(grid, shard_shape, input_.list_few_chunks(input_id, grid));
  std::optional<ChunksAhead> ahead;
  if (ahead_bytes_ > 0) ahead.emplace(input_, input_id, grid, single_chunks(walk));
  while (left > 0) {
    const auto chunk = walk.next();
    if (!chunk) break;
    base::throw_if_stopped();
    if (ahead) ahead->begin_group();
    const auto offset = grid.offset(*chunk);
    const auto place = input_.find_chunk(input_id, offset);
    if (!place) continue;
    input_.at_chunk(input_id, offset, [&] { require_length(form, *place, chunk_bytes); });
    if (place->filter_mask != 0 && !output_.keeps_masks()) {
      move_here(input_id, output_id, offset);
    } else {
      gathered_.input_id = input_id;
      add(*place, output_.place_chunk(output_id, offset, place->bytes, place->filter_mask));
    }
    if (on_moved_) on_moved_(chunk_bytes);
    --left;
  }
  start();
  return left;
}

void Passthrough::add(const StoredPlace& from, model::PlacedChunk to) {
  if (gathered_.bytes + from.bytes > batch_bytes_) start();
  gathered_.from.push_back(from);
  gathered_.to.push_back(std::move(to));
  gathered_.bytes += from.bytes;
}

void Passthrough::start() {
  if (gathered_.to.empty()) return;
  const VariableId input_id = gathered_.input_id;
  const std::optional<int> rank = admit(gathered_.bytes);
  Batch gathered = std::exchange(gathered_, {});
  gathered_.input_id = input_id;
  if (rank) return hand_out(*rank, std::move(gathered));
  if (ahead_bytes_ > 0) request_together(input_, input_id, gathered.from);
  const std::uint64_t bytes = gathered.bytes;
  moves_.start(pool_, std::move(gathered), bytes,
               [this](const Batch& batch, std::size_t worker) { move(batch, worker); });
}

/// Waits until there is room for a batch. Returns the rank that has it; empty if this process has.
std::optional<int> Passthrough::admit(std::uint64_t bytes) {
  const std::uint64_t most_bytes = std::max(window_bytes_, ahead_bytes_);
  for (;;) {
    if (ranks_ != nullptr) {
      ranks_->take_messages();
      if (const auto rank = ranks_->find_room_to_move(bytes)) return rank;
    }
    if (moves_.is_empty() || moves_.bytes() + bytes <= most_bytes) return std::nullopt;
    if (ranks_ == nullptr || moves_.has_oldest_ended()) {
      (void)moves_.end_oldest();
    } else {
      base::throw_if_stopped();
      ranks_->await_messages();
    }
  }
}

void Passthrough::hand_out(int rank, Batch batch) {
  MoveJob job;
  job.input_id = batch.input_id;
  job.from = std::move(batch.from);
  for (const model::PlacedChunk& chunk : batch.to) {
    job.offsets.push_back(chunk.offset);
    job.to.push_back(output_.file_place(chunk));
  }
  ranks_->move(rank, std::move(job), [this, placed = std::move(batch.to)] {
    for (const model::PlacedChunk& chunk : placed) output_.note_written(chunk);
  });
}

// A chunk larger than a batch gets its own memory, which the next one uses again: the system zeroes
// new memory, which costs as much as copying. There is never more than was in use at one time.
void Passthrough::move(const Batch& batch, std::size_t worker) {
  if (batch.bytes <= batch_bytes_) return move_in(buffers_[worker], batch);
  base::ByteBuffer buffer;
  {
    const std::lock_guard lock(large_mutex_);
    std::swap(buffer, large_);
  }
  move_in(buffer, batch);
  const std::lock_guard lock(large_mutex_);
  if (buffer.bytes().size() > large_.bytes().size()) std::swap(buffer, large_);
}

void Passthrough::move_in(base::ByteBuffer& buffer, const Batch& batch) {
  buffer.reserve(batch.bytes);
  std::span<std::byte> rest = buffer.bytes();
  std::vector<std::span<const std::byte>> chunks;
  for (std::size_t i = 0; i < batch.to.size(); ++i) {
    const auto chunk = rest.first(batch.from[i].bytes);
    input_.read_found(batch.input_id, batch.to[i].offset, batch.from[i], chunk);
    chunks.push_back(chunk);
    rest = rest.subspan(chunk.size());
  }
  output_.write_placed(batch.to, chunks);
}

void Passthrough::move_here(VariableId input_id, VariableId output_id,
                            std::span<const std::size_t> offset) {
  StoredChunk chunk;
  input_.read_chunk(input_id, offset, chunk);
  output_.encode_anew(output_id, offset, chunk);
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

void Passthrough::finish() {
  while (!moves_.is_empty()) (void)moves_.end_oldest();
  if (ranks_ != nullptr) ranks_->finish();
}

}  // namespace ncf::transcode
