// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/tiles/crew.hpp"

#include <exception>
#include <iterator>
#include <memory>
#include <utility>

namespace ncf::transcode {
namespace {

/// Large enough for efficient writes, small enough for the processor's cache.
constexpr std::uint64_t batch_bytes = std::uint64_t{1} << 20;

void free_targets(const TileInWork& work, const Part& part) {
  for (TargetChunk& target : part.targets) work.tile.free(target);
}

}  // namespace

std::unique_ptr<Crew> thread_crew(const CrewTask& task) {
  return std::make_unique<ThreadCrew>(task, base::WorkerPool::OneThread::inline_in_submit);
}

ThreadCrew::ThreadCrew(const CrewTask& task, base::WorkerPool::OneThread single)
    : task_(task),
      pool_(task.plan.threads, single),
      scratches_(pool_.worker_count()),
      jobs_(task.plan.jobs_ahead),
      read_ahead_(task.input) {}

ThreadCrew::~ThreadCrew() {
  is_cancelled_ = true;
  pool_.finish();
}

// ---- Tiles and their pieces ---------------------------------------------------------------------

bool ThreadCrew::has_room(TileInWork& /*work*/, std::uint64_t bytes) {
  const std::uint64_t used = tile_bytes_ + writes_.bytes() + gathered_.held_bytes;
  return used == 0 || used + bytes <= task_.plan.window_bytes;
}

bool ThreadCrew::await_room() {
  if (writes_.is_empty()) {
    if (gathered_.placed.empty()) return false;
    start_write();
  }
  (void)writes_.end_oldest();
  return true;
}

/// Starts the next job before if it has enough pieces.
void ThreadCrew::add(const TileRef& work, Piece piece) {
  const std::size_t source_bytes = work->tile.recoding().source_bytes();
  if (!pieces_.empty() && pieces_.size() * source_bytes >= task_.plan.job_bytes) {
    ++work->unplaced;
    start_job(work);
  }
  pieces_.push_back(std::move(piece));
}

void ThreadCrew::complete(const TileRef& work) {
  for (const Part& part : work->parts) tile_bytes_ += part.window_bytes;
  start_job(work);
}

/// Hands out the pieces. `work->unplaced` must count the job.
void ThreadCrew::start_job(const TileRef& work) {
  jobs_.begin();
  read_ahead_.add(work->tile.recoding(), pieces_);
  const auto pieces = std::make_shared<std::vector<Piece>>(std::exchange(pieces_, {}));
  pool_.submit([this, work, pieces](std::size_t worker) { place_pieces(work, *pieces, worker); });
}

void ThreadCrew::place_pieces(const TileRef& work, std::vector<Piece>& pieces, std::size_t worker) {
  try {
    read_ahead_.advise();
    for (const Piece& piece : pieces) {
      if (is_cancelled_) break;
      place_piece(task_.input, work->tile, piece, scratches_[worker]);
    }
  } catch (...) {
    work->fail(std::current_exception());
  }
  pieces.clear();
  jobs_.end();
  end_job(work, worker);
}

// ---- Complete tiles -----------------------------------------------------------------------------

// The job that places the last piece finishes the tile, if its encoding is already chosen.
void ThreadCrew::end_job(const TileRef& work, std::size_t worker) {
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

bool ThreadCrew::waits_for_choice(const TileRef& work) {
  VariableInWork& variable = work->variable;
  const std::lock_guard lock(variable.mutex);
  if (!variable.is_chosen) variable.waiting.push_back(work);
  return !variable.is_chosen;
}

void ThreadCrew::choose_strategies(const TileRef& work, std::size_t worker) {
  filter::EncoderStrategies chosen;
  try {
    if (!work->failure && !is_cancelled_) {
      at_chunk(task_.finisher.name(), work->tile, work->tile.box(),
               [&] { chosen = work->tile.choose_strategies(scratches_[worker]); });
    }
  } catch (...) {
    work->fail(std::current_exception());
  }
  set_strategies(work->variable, std::move(chosen));
  finish_parts(work, worker);
}

void ThreadCrew::set_strategies(VariableInWork& variable, filter::EncoderStrategies strategies) {
  for (const TileRef& work : variable.choose(std::move(strategies))) {
    for (Part& part : work->parts) submit_part(work, part);
  }
}

// Does the first part here, while its bytes are in the processor's cache.
void ThreadCrew::finish_parts(const TileRef& work, std::size_t worker) {
  for (std::size_t i = 1; i < work->parts.size(); ++i) submit_part(work, work->parts[i]);
  finish_part(work, work->parts.front(), scratches_[worker]);
}

void ThreadCrew::submit_part(const TileRef& work, Part& part) noexcept {
  try {
    pool_.submit(
        [this, work, &part](std::size_t worker) { finish_part(work, part, scratches_[worker]); });
  } catch (...) {  // for example, no memory for a job
    part.finish(std::current_exception());
  }
}

void ThreadCrew::finish_part(const TileRef& work, Part& part, Scratch& scratch) {
  try {
    if (work->failure) std::rethrow_exception(work->failure);
    for (TargetChunk& target : part.targets) {
      if (is_cancelled_) break;
      task_.finisher.finish(*work, target, scratch);
    }
    part.finish();
  } catch (...) {
    part.finish(std::current_exception());
  }
}

// ---- Finished parts -----------------------------------------------------------------------------

void ThreadCrew::update() {
  while (!writes_.is_empty() && writes_.has_oldest_ended()) (void)writes_.end_oldest();
}

void ThreadCrew::write(const TileRef& work, Part& part, std::vector<model::PlacedChunk> placed) {
  tile_bytes_ -= part.window_bytes;
  for (const TargetChunk& target : part.targets) {
    if (target.has_data) gathered_.bytes.push_back(target.encoded);
    if (target.has_data) gathered_.written_bytes += target.encoded.size();
  }
  std::ranges::move(placed, std::back_inserter(gathered_.placed));
  gathered_.parts.emplace_back(work, &part);
  gathered_.held_bytes += part.window_bytes;
  if (gathered_.written_bytes >= batch_bytes) start_write();
}

void ThreadCrew::start_write() {
  const std::uint64_t held_bytes = gathered_.held_bytes;
  writes_.start(pool_, std::exchange(gathered_, {}), held_bytes,
                [this](const Batch& batch, std::size_t /*worker*/) {
                  task_.output->write_placed(batch.placed, batch.bytes);
                  for (const auto& [work, part] : batch.parts) free_targets(*work, *part);
                });
}

void ThreadCrew::release(const TileRef& work, Part& part) {
  tile_bytes_ -= part.window_bytes;
  free_targets(*work, part);
}

void ThreadCrew::finish() {
  while (await_room()) continue;
}

}  // namespace ncf::transcode
