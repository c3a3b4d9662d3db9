// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/passthrough/passthrough.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "base/threads/stop.hpp"
#include "filter/spec/chain_order.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/chunk_grid.hpp"
#include "transcode/tiles/piece.hpp"
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
/// Limit of elements that the store moves in one call, so that signals are noticed in time.
constexpr std::uint64_t max_call_bytes = std::uint64_t{8} << 20;

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

std::size_t threads_of(const Resources& resources) {
  return std::max<std::size_t>(1, resources.threads);
}

std::uint64_t batch_bytes_of(const Resources& resources) {
  return std::min(max_batch_bytes, passthrough_window(resources) / threads_of(resources));
}

}  // namespace

// Two batches for each thread: one that it moves, and the next.
std::uint64_t passthrough_window(const Resources& resources) {
  return std::min<std::uint64_t>(resources.max_bytes, 2 * threads_of(resources) * max_batch_bytes);
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
                         std::function<void(std::uint64_t)> on_moved, const MoverMaker& make_mover)
    : input_(input),
      output_(output),
      resources_(resources),
      on_moved_(std::move(on_moved)),
      mover_(make_mover({input, output, resources})) {}

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
  if (input_.ahead_bytes() > 0) ahead.emplace(input_, input_id, grid, single_chunks(walk));
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
      add(input_id, *place,
          output_.place_chunk(output_id, offset, place->bytes, place->filter_mask));
    }
    if (on_moved_) on_moved_(chunk_bytes);
    --left;
  }
  start();
  return left;
}

void Passthrough::add(VariableId input_id, const StoredPlace& from, model::PlacedChunk to) {
  if (gathered_.bytes + from.bytes > batch_bytes_of(resources_)) start();
  gathered_.input_id = input_id;
  gathered_.from.push_back(from);
  gathered_.to.push_back(std::move(to));
  gathered_.bytes += from.bytes;
}

void Passthrough::start() {
  if (!gathered_.to.empty()) mover_->move(std::exchange(gathered_, {}));
}

void Passthrough::move_here(VariableId input_id, VariableId output_id,
                            std::span<const std::size_t> offset) {
  StoredChunk chunk;
  input_.read_chunk(input_id, offset, chunk);
  output_.encode_anew(output_id, offset, chunk);
}

void Passthrough::move_elements(VariableId input_id, const StoredForm& form, VariableId output_id) {
  const std::uint64_t call_bytes = std::min(passthrough_window(resources_), max_call_bytes);
  TileWalk tiles(form.extent, {}, std::max<std::size_t>(1, call_bytes / form.element_bytes));
  std::vector<std::byte> elements;
  while (const auto box = tiles.next()) {
    base::throw_if_stopped();
    elements.resize(box->value_count() * form.element_bytes);
    input_.read_elements(input_id, *box, elements);
    output_.write_elements(output_id, *box, elements);
    if (on_moved_) on_moved_(elements.size());
  }
}

// ---- Threads that move chunks -------------------------------------------------------------------

std::unique_ptr<Mover> thread_mover(const MoveTask& task) {
  return std::make_unique<ThreadMover>(task, base::WorkerPool::OneThread::inline_in_submit);
}

ThreadMover::ThreadMover(const MoveTask& task, base::WorkerPool::OneThread single)
    : input_(task.input),
      output_(task.output),
      most_bytes_(std::max(passthrough_window(task.resources), task.input.ahead_bytes())),
      batch_bytes_(batch_bytes_of(task.resources)),
      buffers_(threads_of(task.resources)),
      pool_(task.resources.threads, single) {}

bool ThreadMover::has_room(std::uint64_t bytes) const noexcept {
  return moves_.is_empty() || moves_.bytes() + bytes <= most_bytes_;
}

void ThreadMover::move(ChunkBatch batch) {
  const std::uint64_t bytes = batch.bytes;
  while (!has_room(bytes)) (void)moves_.end_oldest();
  if (input_.ahead_bytes() > 0) request_together(input_, batch.input_id, batch.from);
  moves_.start(pool_, std::move(batch), bytes,
               [this](const ChunkBatch& one, std::size_t worker) { move(one, worker); });
}

bool ThreadMover::end_oldest_if_ended() {
  if (moves_.is_empty() || !moves_.has_oldest_ended()) return false;
  (void)moves_.end_oldest();
  return true;
}

void ThreadMover::finish() {
  while (!moves_.is_empty()) (void)moves_.end_oldest();
}

// A chunk larger than a batch gets its own memory, which the next one uses again, for the reason
// that SpareBuffers has (base/memory/bytes.hpp).
void ThreadMover::move(const ChunkBatch& batch, std::size_t worker) {
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

void ThreadMover::move_in(base::ByteBuffer& buffer, const ChunkBatch& batch) {
  std::span<std::byte> rest = buffer.first(batch.bytes);
  std::vector<std::span<const std::byte>> chunks;
  for (std::size_t i = 0; i < batch.to.size(); ++i) {
    const auto chunk = rest.first(batch.from[i].bytes);
    input_.read_found(batch.input_id, batch.to[i].offset, batch.from[i], chunk);
    chunks.push_back(chunk);
    rest = rest.subspan(chunk.size());
  }
  output_.write_placed(batch.to, chunks);
}

}  // namespace ncf::transcode
