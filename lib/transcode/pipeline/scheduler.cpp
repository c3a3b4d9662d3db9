// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/pipeline/scheduler.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <memory>
#include <utility>

#include "base/threads/stop.hpp"
#include "transcode/recoding/form_difference.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::transcode {

using model::Box;
using model::ChunkGrid;

namespace {

/// Returns the source chunks of each tile.
ChunksAhead::Groups chunks_of_tiles(const Recoding& recoding, ChunkGrid tiles, ShardWalk walk) {
  return [&recoding, tiles = std::move(tiles),
          walk = std::move(walk)]() mutable -> std::optional<std::vector<std::size_t>> {
    const auto tile = walk.next();
    if (!tile) return std::nullopt;
    return recoding.source().chunks_of(tiles.within(tiles.chunk_box(*tile)));
  };
}

}  // namespace

Scheduler::Scheduler(const RecodingPlan& plan, model::Source& input, Sink& sink,
                     base::WorkerPool& pool, const std::function<void(std::uint64_t)>& on_done,
                     OtherRanks* ranks)
    : plan_(plan),
      input_(input),
      sink_(sink),
      on_done_(on_done),
      ranks_(ranks),
      workers_(plan, input, sink, pool) {
  if (ranks_ == nullptr) return;
  ranks_->set_choice_handler([this](VariableInWork& variable, filter::EncoderStrategies chosen) {
    workers_.set_strategies(variable, std::move(chosen));
  });
}

void Scheduler::run(const Recoding& recoding, const TilePlan& plan) {
  VariableInWork& variable = variables_.emplace_back(recoding, sink_.chooses(recoding));
  steps_.push_back({&recoding, nullptr});
  sink_.expect(variable);
  // Counting ends the walk at the last stored chunk.
  const bool ends_early = recoding.missing_chunks_stay() && plan.decodes == plan.source_chunks;
  const std::size_t stored = input_.stored_chunk_count(recoding.from().id);
  const bool is_chunked = recoding.from().form.layout == model::Layout::chunked;
  chunks_left_ = is_chunked || stored == 0 ? stored : plan.decodes;
  is_all_missing_ = stored == 0;
  if (is_all_missing_ && recoding.reads_missing_alike() && sink_.leaves_missing()) return;
  const ChunkGrid tiles(recoding.target().extent(), plan.shape);
  ShardWalk walk(tiles, recoding.to().form.shard_shape, list_tiles(recoding, tiles));
  if (input_.ahead_bytes() > 0 && recoding.from().chain) {
    ahead_.emplace(input_, recoding.from().id, recoding.source(),
                   chunks_of_tiles(recoding, tiles, walk));
  }
  while (const auto tile = walk.next()) {
    if (ends_early && chunks_left_ == 0 && !sink_.expects_more()) break;
    base::throw_if_stopped();
    do_tile(variable, tiles.within(tiles.chunk_box(*tile)));
    end_finished();
  }
  ahead_.reset();
  if (recoding.from().chain && chunks_left_ > 0) {
    input_.at_variable(recoding.from().id, [&] { throw missing_chunks(chunks_left_); });
  }
}

void Scheduler::finish() {
  while (!steps_.empty()) end_oldest();
  while (sink_.release_oldest()) continue;
  if (ranks_ != nullptr) ranks_->finish();
}

/// Returns the tiles in which there is anything to do; empty if that may be all.
std::optional<std::vector<std::size_t>> Scheduler::list_tiles(const Recoding& recoding,
                                                              const ChunkGrid& tiles) {
  const bool is_chunked = recoding.from().form.layout == model::Layout::chunked;
  if (!recoding.missing_chunks_stay() || !is_chunked) return std::nullopt;
  const auto stored = input_.list_few_chunks(recoding.from().id, recoding.source());
  const auto expected = stored ? sink_.list_expected(recoding) : std::nullopt;
  if (!expected) return std::nullopt;
  const auto to_read = model::chunks_sharing(recoding.source(), *stored, tiles);
  const auto to_compare = model::chunks_sharing(recoding.target(), *expected, tiles);
  std::vector<std::size_t> numbers;
  std::ranges::set_union(to_read, to_compare, std::back_inserter(numbers));
  return numbers;
}

// The thread that places the last piece sees all steps before it.
void Scheduler::do_tile(VariableInWork& variable, Box box) {
  const auto work = std::make_shared<TileInWork>(variable, std::move(box), memory_);
  work->rank =
      admit(variable.recoding, work->tile.targets().size() * sink_.target_bytes(variable.recoding));
  std::vector<Piece> last = find_pieces(work);
  if (!sink_.take(*work, work->tile.choose_written())) return;
  work->chooses = std::exchange(variable.needs_chooser, false);
  add_steps(work);
  if (work->rank) {
    ranks_->hand_out(*work->rank, work, last);
  } else {
    place(work, std::move(last));
  }
}

/// Takes messages of other processes while it waits for room for a job.
void Scheduler::place(const TileRef& work, std::vector<Piece> pieces) {
  while (ranks_ != nullptr && !workers_.has_room()) {
    await_messages();
    end_finished();
  }
  workers_.place(work, std::move(pieces));
}

void Scheduler::await_messages() {
  base::throw_if_stopped();
  ranks_->await_messages();
}

/// Waits until there is room for a tile. Returns the rank that has it; empty if this process has.
std::optional<int> Scheduler::admit(const Recoding& recoding, std::uint64_t bytes) {
  for (;;) {
    if (ranks_ != nullptr) {
      ranks_->take_messages();
      end_finished();
      if (recoding.is_shareable()) {
        if (const auto rank = ranks_->find_room(bytes)) return rank;
      }
    }
    if (has_room_here(bytes)) return std::nullopt;
    make_room();
  }
}

/// A single tile may exceed the window.
bool Scheduler::has_room_here(std::uint64_t bytes) const {
  const std::uint64_t used = window_bytes_ + sink_.held_bytes();
  return used == 0 || used + bytes <= plan_.window_bytes;
}

void Scheduler::make_room() {
  if (ranks_ != nullptr && window_bytes_ > 0) return await_messages();
  if (sink_.release_oldest()) return;
  await_half();
  end_oldest();
}

// Waits once for many steps, because waking up costs more than ending a step.
void Scheduler::await_half() {
  const Step& middle = steps_[steps_.size() / 2];
  if (middle.tile) middle.part->await();
}

/// Submits all pieces of a tile except the last ones, which it returns. For another process,
/// returns all.
std::vector<Piece> Scheduler::find_pieces(const TileRef& work) {
  const Recoding& recoding = work->tile.recoding();
  const ChunkGrid& grid = recoding.source();
  std::vector<Piece> pieces;
  if (ahead_) ahead_->begin_group();
  if (recoding.has_parts() && !is_all_missing_) {
    for (Piece& part : find_parts(input_, work->tile, sink_.takes_stored())) {
      part.part ? add(work, std::move(part), pieces) : work->tile.add_missing(part.box);
    }
    return pieces;
  }
  for (const std::size_t number : grid.chunks_of(work->tile.box())) {
    base::throw_if_stopped();
    if (ahead_) ahead_->will_find(number);
    const Box source = grid.chunk_box(number);
    auto piece = is_all_missing_ ? std::nullopt : find_piece(input_, work->tile, source);
    if (!piece) {
      work->tile.add_missing(source);
      continue;
    }
    // A chunk that several tiles need counts for the tile that contains its first element.
    const bool begins_here = contains(work->tile.box(), source.start);
    if (recoding.from().chain && begins_here && chunks_left_ > 0) --chunks_left_;
    add(work, std::move(*piece), pieces);
  }
  return pieces;
}

/// Adds a piece to those of the next job, and starts that before if it has enough.
void Scheduler::add(const TileRef& work, Piece piece, std::vector<Piece>& pieces) {
  const Recoding& recoding = work->tile.recoding();
  work->tile.expect_data(piece.box);
  const bool is_enough = pieces.size() * recoding.source_bytes() >= plan_.job_bytes;
  if (!work->rank && !pieces.empty() && is_enough) {
    ++work->unplaced;
    place(work, std::exchange(pieces, {}));
  }
  pieces.push_back(std::move(piece));
}

void Scheduler::add_steps(const TileRef& work) {
  const Recoding& recoding = work->tile.recoding();
  work->set_parts(sink_.target_bytes(recoding));
  for (Part& part : work->parts) {
    if (!work->rank) window_bytes_ += part.window_bytes;
    steps_.push_back({&recoding, work, &part});
  }
}

bool Scheduler::is_oldest_finished() const {
  return !steps_.front().tile || steps_.front().part->is_finished == 1;
}

void Scheduler::end_finished() {
  while (!steps_.empty() && is_oldest_finished()) end_oldest();
  sink_.release_written();
}

/// Waits for the oldest step. Messages of other processes do not wait for threads of this one.
void Scheduler::await_oldest() {
  if (ranks_ == nullptr) return steps_.front().part->await();
  while (!is_oldest_finished()) await_messages();
}

void Scheduler::end_oldest() {
  if (steps_.front().tile) await_oldest();
  const Step step = std::move(steps_.front());
  steps_.pop_front();
  if (!step.tile) return sink_.begin(*step.recoding);
  if (step.part->failure) std::rethrow_exception(step.part->failure);
  std::uint64_t done = 0;
  for (const TargetChunk& target : step.part->targets) {
    if (target.has_data) done += target.box.value_count() * step.recoding->element_bytes();
  }
  if (step.tile->rank) {
    sink_.end_elsewhere(step.tile, *step.part, *ranks_);
  } else {
    window_bytes_ -= step.part->window_bytes;
    sink_.end(step.tile, *step.part);
  }
  if (on_done_ && done > 0) on_done_(done);
}

}  // namespace ncf::transcode
