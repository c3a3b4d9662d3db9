// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/scheduler.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <utility>

#include "base/stop.hpp"
#include "transcode/missing_chunks.hpp"
#include "transcode/shard_walk.hpp"

namespace ncf::transcode {

using model::Box;
using model::ChunkGrid;

namespace {

/// Enough for any number of connections.
constexpr std::size_t max_tiles_announced = 256;

}  // namespace

Scheduler::Scheduler(const RecodingPlan& plan, model::Source& input, Sink& sink,
                     base::WorkerPool& pool, const std::function<void(std::uint64_t)>& on_done)
    : plan_(plan),
      input_(input),
      sink_(sink),
      pool_(pool),
      on_done_(on_done),
      scratches_(pool.worker_count()),
      jobs_(plan.jobs_ahead),
      read_ahead_(input),
      announces_(input.ahead_bytes() > 0) {}

Scheduler::~Scheduler() {
  is_cancelled_ = true;
  pool_.finish();
}

void Scheduler::run(const Recoding& recoding, const TilePlan& plan) {
  VariableInWork& variable = variables_.emplace_back(recoding, sink_.chooses(recoding));
  steps_.push_back({&recoding, nullptr});
  sink_.expect(variable);
  // Counting ends the walk over a huge sparse extent at its last stored chunk.
  const bool ends_early = recoding.missing_chunks_stay() && plan.decodes == plan.source_chunks;
  const std::size_t stored = input_.stored_chunk_count(recoding.from().id);
  const bool is_chunked = recoding.from().form.layout == model::Layout::chunked;
  chunks_left_ = is_chunked || stored == 0 ? stored : plan.decodes;
  is_all_missing_ = stored == 0;
  if (is_all_missing_ && recoding.reads_missing_alike() && sink_.leaves_missing()) return;
  const ChunkGrid tiles(recoding.target().extent(), plan.shape);
  const auto& shard_shape = recoding.to().form.shard_shape;
  Announcing announcing;
  if (announces_ && recoding.from().chain) announcing.tiles = order_by_shards(tiles, shard_shape);
  walk_by_shards(tiles, shard_shape, [&](std::size_t tile) {
    if (ends_early && chunks_left_ == 0 && !sink_.expects_more()) return false;
    base::throw_if_stopped();
    announce(recoding, tiles, announcing);
    do_tile(variable, tiles.within(tiles.chunk_box(tile)));
    end_finished();
    return true;
  });
  if (recoding.from().chain && chunks_left_ > 0) {
    input_.at_variable(recoding.from().id, [&] { throw missing_chunks(chunks_left_); });
  }
}

void Scheduler::finish() {
  while (!steps_.empty()) end_oldest();
  while (sink_.settle_oldest()) continue;
}

// Whoever places the last piece has all steps before it.
void Scheduler::do_tile(VariableInWork& variable, Box box) {
  const auto work = std::make_shared<TileInWork>(variable, std::move(box), memory_);
  admit(work->tile.targets().size() * sink_.target_bytes(variable.recoding));
  std::vector<Piece> last = find_pieces(work);
  if (!sink_.take(*work, work->tile.settle_missing())) return;
  work->chooses = std::exchange(variable.needs_chooser, false);
  add_steps(work);
  hand_in(work, std::move(last));
}

void Scheduler::admit(std::uint64_t bytes) {
  while (window_bytes_ + sink_.held_bytes() + bytes > plan_.window_bytes) {
    if (sink_.settle_oldest()) continue;
    if (steps_.empty()) return;  // a single tile may exceed the window
    await_half();
    end_oldest();
  }
}

// One wait for many steps, because waking up costs more than ending a step.
void Scheduler::await_half() {
  const Step& middle = steps_[steps_.size() / 2];
  if (middle.tile) middle.part->await();
}

/// Announces as many source chunks as the input allows, from those of the next tile on.
void Scheduler::announce(const Recoding& recoding, const ChunkGrid& tiles, Announcing& announcing) {
  if (announcing.next < announcing.done) announcing.chunks.clear();
  announcing.next = std::max(announcing.next, announcing.done++);
  const std::size_t end = std::min(announcing.tiles.size(), announcing.done + max_tiles_announced);
  while (true) {
    while (!announcing.chunks.empty()) {
      const auto offset = recoding.source().offset(announcing.chunks.front());
      if (!input_.announce(recoding.from().id, offset)) return;
      announcing.chunks.pop_front();
    }
    if (announcing.next >= end) return;
    const Box box = tiles.within(tiles.chunk_box(announcing.tiles[announcing.next++]));
    for (const std::size_t chunk : recoding.source().chunks_of(box)) {
      announcing.chunks.push_back(chunk);
    }
  }
}

/// Submits all pieces except the last ones, which it returns.
std::vector<Piece> Scheduler::find_pieces(const TileRef& work) {
  const Recoding& recoding = work->tile.recoding();
  const ChunkGrid& grid = recoding.source();
  std::vector<Piece> pieces;
  for (const std::size_t number : grid.chunks_of(work->tile.box())) {
    base::throw_if_stopped();
    const Box source = grid.chunk_box(number);
    auto piece = is_all_missing_ ? std::nullopt : find_piece(input_, work->tile, source);
    if (!piece) {
      work->tile.add_missing(source);
      continue;
    }
    // A chunk that several tiles need counts for the tile that contains its first element.
    const bool begins_here = contains(work->tile.box(), source.start);
    if (recoding.from().chain && begins_here && chunks_left_ > 0) --chunks_left_;
    work->tile.expect_data(piece->box);
    if (!pieces.empty() && pieces.size() * recoding.source_bytes() >= plan_.job_bytes) {
      ++work->unplaced;
      hand_in(work, std::exchange(pieces, {}));
    }
    pieces.push_back(std::move(*piece));
  }
  return pieces;
}

void Scheduler::hand_in(const TileRef& work, std::vector<Piece> pieces) {
  jobs_.begin();
  read_ahead_.add(work->tile.recoding(), pieces);
  pool_.submit([this, work, pieces = std::make_shared<std::vector<Piece>>(std::move(pieces))](
                   std::size_t worker) { place_pieces(work, *pieces, worker); });
}

void Scheduler::place_pieces(const TileRef& work, std::vector<Piece>& pieces, std::size_t worker) {
  try {
    read_ahead_.advise();
    for (const Piece& piece : pieces) {
      if (is_cancelled_) break;
      place_piece(input_, work->tile, piece, scratches_[worker]);
    }
  } catch (...) {
    work->fail(std::current_exception());
  }
  pieces.clear();
  jobs_.end();
  placed(work, worker);
}

void Scheduler::add_steps(const TileRef& work) {
  const Recoding& recoding = work->tile.recoding();
  const std::vector<std::span<Target>> parts = work->tile.parts();
  work->parts = std::vector<Part>(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Part& part = work->parts[i];
    part.targets = parts[i];
    part.window_bytes = parts[i].size() * sink_.target_bytes(recoding);
    window_bytes_ += part.window_bytes;
    steps_.push_back({&recoding, work, &part});
  }
}

// The job that places the last piece finishes the tile, if its encoding is already chosen.
void Scheduler::placed(const TileRef& work, std::size_t worker) {
  if (--work->unplaced > 0) return;
  try {
    if (work->chooses) {
      choose_strategies(work, worker);
    } else if (!waits_for_choice(work)) {
      finish_parts(work, worker);
    }
  } catch (...) {  // no memory to wait
    for (Part& part : work->parts) part.finish(std::current_exception());
  }
}

bool Scheduler::waits_for_choice(const TileRef& work) {
  VariableInWork& variable = work->variable;
  const std::lock_guard lock(variable.mutex);
  if (!variable.is_chosen) variable.waiting.push_back(work);
  return !variable.is_chosen;
}

void Scheduler::choose_strategies(const TileRef& work, std::size_t worker) {
  VariableInWork& variable = work->variable;
  try {
    if (!work->failure && !is_cancelled_) {
      at_chunk(sink_.name(), work->tile, work->tile.box(),
               [&] { variable.strategies = work->tile.choose_strategies(scratches_[worker]); });
    }
  } catch (...) {
    work->fail(std::current_exception());
  }
  std::vector<TileRef> waiting;
  {
    const std::lock_guard lock(variable.mutex);
    variable.is_chosen = true;
    waiting.swap(variable.waiting);
  }
  for (const TileRef& other : waiting) {
    for (Part& part : other->parts) submit(other, part);
  }
  finish_parts(work, worker);
}

// Do the first part here, while its bytes are in the processor's cache.
void Scheduler::finish_parts(const TileRef& work, std::size_t worker) {
  for (std::size_t i = 1; i < work->parts.size(); ++i) submit(work, work->parts[i]);
  finish(*work, work->parts.front(), scratches_[worker]);
}

void Scheduler::submit(const TileRef& work, Part& part) noexcept {
  try {
    pool_.submit(
        [this, work, &part](std::size_t worker) { finish(*work, part, scratches_[worker]); });
  } catch (...) {  // for example, no memory for a job
    part.finish(std::current_exception());
  }
}

void Scheduler::finish(TileInWork& work, Part& part, Scratch& scratch) {
  try {
    if (work.failure) std::rethrow_exception(work.failure);
    for (Target& target : part.targets) {
      if (is_cancelled_) break;
      sink_.finish(work, target, scratch);
    }
    part.finish();
  } catch (...) {
    part.finish(std::current_exception());
  }
}

bool Scheduler::is_oldest_finished() const {
  return !steps_.front().tile || steps_.front().part->is_finished == 1;
}

void Scheduler::end_finished() {
  while (!steps_.empty() && is_oldest_finished()) end_oldest();
  sink_.settle();
}

void Scheduler::end_oldest() {
  const Step step = std::move(steps_.front());
  steps_.pop_front();
  if (!step.tile) return sink_.begin(*step.recoding);
  step.part->await();
  if (step.part->failure) std::rethrow_exception(step.part->failure);
  window_bytes_ -= step.part->window_bytes;
  std::uint64_t done = 0;
  for (const Target& target : step.part->targets) {
    if (target.has_data) done += target.box.value_count() * step.recoding->element_bytes();
  }
  sink_.end(step.tile, *step.part);
  if (on_done_ && done > 0) on_done_(done);
}

}  // namespace ncf::transcode
