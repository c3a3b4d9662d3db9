// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/tiles/tile_workers.hpp"

#include <exception>
#include <memory>
#include <utility>

namespace ncf::transcode {

TileWorkers::TileWorkers(const RecodingPlan& plan, model::Source& input, TileFinisher& finisher,
                         base::WorkerPool& pool)
    : input_(input),
      finisher_(finisher),
      pool_(pool),
      scratches_(pool.worker_count()),
      jobs_(plan.jobs_ahead),
      read_ahead_(input) {}

TileWorkers::~TileWorkers() {
  is_cancelled_ = true;
  pool_.finish();
}

void TileWorkers::place(const TileRef& work, std::vector<Piece> pieces) {
  jobs_.begin();
  read_ahead_.add(work->tile.recoding(), pieces);
  pool_.submit([this, work, pieces = std::make_shared<std::vector<Piece>>(std::move(pieces))](
                   std::size_t worker) { place_pieces(work, *pieces, worker); });
}

void TileWorkers::place_pieces(const TileRef& work, std::vector<Piece>& pieces,
                               std::size_t worker) {
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

// The job that places the last piece finishes the tile, if its encoding is already chosen.
void TileWorkers::placed(const TileRef& work, std::size_t worker) {
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

bool TileWorkers::waits_for_choice(const TileRef& work) {
  VariableInWork& variable = work->variable;
  const std::lock_guard lock(variable.mutex);
  if (!variable.is_chosen) variable.waiting.push_back(work);
  return !variable.is_chosen;
}

void TileWorkers::choose_strategies(const TileRef& work, std::size_t worker) {
  filter::EncoderStrategies chosen;
  try {
    if (!work->failure && !is_cancelled_) {
      at_chunk(finisher_.name(), work->tile, work->tile.box(),
               [&] { chosen = work->tile.choose_strategies(scratches_[worker]); });
    }
  } catch (...) {
    work->fail(std::current_exception());
  }
  set_strategies(work->variable, std::move(chosen));
  finish_parts(work, worker);
}

void TileWorkers::set_strategies(VariableInWork& variable, filter::EncoderStrategies strategies) {
  for (const TileRef& work : variable.choose(std::move(strategies))) {
    for (Part& part : work->parts) submit(work, part);
  }
}

// Does the first part here, while its bytes are in the processor's cache.
void TileWorkers::finish_parts(const TileRef& work, std::size_t worker) {
  for (std::size_t i = 1; i < work->parts.size(); ++i) submit(work, work->parts[i]);
  finish(work, work->parts.front(), scratches_[worker]);
}

void TileWorkers::submit(const TileRef& work, Part& part) noexcept {
  try {
    pool_.submit(
        [this, work, &part](std::size_t worker) { finish(work, part, scratches_[worker]); });
  } catch (...) {  // for example, no memory for a job
    part.finish(std::current_exception());
  }
}

void TileWorkers::finish(const TileRef& work, Part& part, Scratch& scratch) {
  try {
    if (work->failure) std::rethrow_exception(work->failure);
    for (TargetChunk& target : part.targets) {
      if (is_cancelled_) break;
      finisher_.finish(*work, target, scratch);
    }
    part.finish();
  } catch (...) {
    part.finish(std::current_exception());
  }
}

}  // namespace ncf::transcode
