// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/pipeline.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <future>
#include <memory>
#include <utility>

#include "base/stop.hpp"
#include "base/worker_pool.hpp"
#include "model/block.hpp"
#include "transcode/missing_chunks.hpp"
#include "transcode/padded_chunk.hpp"
#include "transcode/pending_writes.hpp"
#include "transcode/tile_in_work.hpp"

namespace ncf::transcode {
namespace {

using model::Box;
using model::ChunkGrid;

/// What is written next, in order: the start of a variable, or a part of a tile.
struct Step {
  const Recoding* recoding;
  TileRef tile;  ///< null for the start of a variable
  const Part* part = nullptr;
  std::future<void> is_finished;
};

class Pipeline {
 public:
  /// Exactly one of target and written is set: target to write, written to verify what was written.
  Pipeline(const RecodingPlan& plan, model::Source& input, model::Target* target,
           const ReadBack* written, const std::function<void(std::uint64_t)>& on_done)
      : plan_(plan),
        input_(input),
        target_(target),
        written_(written),
        on_done_(on_done),
        writes_(pool_, target),
        pool_(plan.threads) {
    scratches_.resize(pool_.worker_count());
  }
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;
  ~Pipeline() { is_cancelled_ = true; }

  void recode(const Recoding& recoding, const TilePlan& tiles);
  void end_rest() {
    while (!steps_.empty()) end_oldest();
    writes_.end_all();
  }
  [[nodiscard]] std::vector<std::string> encoders() const;
  [[nodiscard]] Excesses excesses() const;

 private:
  void read_tile(VariableInWork& variable, Box box);
  [[nodiscard]] std::uint64_t window_bytes(const Recoding& recoding) const;
  void admit(std::uint64_t bytes);
  void read_pieces(const TileRef& tile);
  void hand_in(const TileRef& tile, std::vector<Piece> pieces);
  void add_steps(const TileRef& tile);
  void placed(const TileRef& tile);
  bool waits_for_choice(const TileRef& tile);
  void choose_strategies(const TileRef& tile, Scratch& scratch);
  void submit_parts(const TileRef& tile) noexcept;
  void finish(TileInWork& work, Part& part, Scratch& scratch);
  void read_back(Tile& tile);
  void begin_output(const Recoding& recoding);
  void end_oldest();
  void write(const Tile& tile, const Target& target, std::vector<model::PlacedChunk>& later);
  [[nodiscard]] bool is_oldest_finished() const;

  [[nodiscard]] bool verifies() const noexcept { return written_ != nullptr; }
  [[nodiscard]] const std::string& output_name() const noexcept {
    return verifies() ? written_->source.name() : target_->name();
  }

  const RecodingPlan& plan_;
  model::Source& input_;
  model::Target* target_;
  const ReadBack* written_;
  const std::function<void(std::uint64_t)>& on_done_;
  std::deque<VariableInWork> variables_;  ///< begun
  std::deque<Step> steps_;
  std::deque<std::future<void>> placings_;  ///< jobs that hold source chunks
  std::uint64_t window_bytes_ = 0;          ///< of the parts in `steps_`
  std::size_t chunks_left_ = 0;             ///< stored chunks of the variable not found yet
  bool is_all_missing_ = false;             ///< no chunk of the variable is stored
  std::size_t unverified_chunks_ = 0;       ///< the same for the output that is verified
  std::atomic<bool> is_cancelled_ = false;
  PendingWrites writes_;  ///< of completed steps
  Scratch own_scratch_;
  std::vector<Scratch> scratches_;  ///< one per worker
  base::WorkerPool pool_;           ///< last: its threads end before the rest is destroyed
};

void Pipeline::recode(const Recoding& recoding, const TilePlan& plan) {
  const bool has_choice =
      !verifies() && recoding.to().chain && recoding.to().chain->has_strategies();
  VariableInWork& variable = variables_.emplace_back(recoding, has_choice);
  steps_.push_back({&recoding, nullptr, nullptr, {}});
  // Counting ends the walk over a huge sparse extent at its last stored chunk.
  const bool ends_early = recoding.missing_chunks_stay() && plan.decodes == plan.source_chunks;
  const std::size_t stored = input_.stored_chunk_count(recoding.from().id);
  const bool is_chunked = recoding.from().form.layout == model::Layout::chunked;
  chunks_left_ = is_chunked || stored == 0 ? stored : plan.decodes;
  is_all_missing_ = stored == 0;
  if (is_all_missing_ && !verifies() && recoding.reads_missing_alike()) return;
  unverified_chunks_ = verifies() && recoding.to().chain
                           ? written_->source.stored_chunk_count(written_->ids.at(recoding.to().id))
                           : 0;
  const ChunkGrid tiles(recoding.target().extent(), plan.shape);
  for (std::size_t i = 0; i < tiles.chunk_count(); ++i) {
    if (ends_early && chunks_left_ + unverified_chunks_ == 0) break;
    base::throw_if_stopped();
    read_tile(variable, tiles.within(tiles.chunk_box(i)));
    while (!steps_.empty() && is_oldest_finished()) end_oldest();
    writes_.end_written();
  }
  if (recoding.from().chain && chunks_left_ > 0) {
    input_.at_variable(recoding.from().id, [&] { throw missing_chunks(chunks_left_); });
  }
}

void Pipeline::read_tile(VariableInWork& variable, Box box) {
  const auto work = std::make_shared<TileInWork>(variable, std::move(box));
  admit(work->tile.targets().size() * window_bytes(variable.recoding));
  read_pieces(work);
  const bool has_data = work->tile.settle_missing();
  if (verifies()) {
    read_back(work->tile);
  } else if (!has_data) {
    return;
  }
  work->chooses = std::exchange(variable.needs_chooser, false);
  add_steps(work);
  placed(work);
}

std::uint64_t Pipeline::window_bytes(const Recoding& recoding) const {
  return recoding.target_bytes() * (verifies() ? 2 : 1);
}

void Pipeline::admit(std::uint64_t bytes) {
  while (window_bytes_ + writes_.held_bytes() + bytes > plan_.window_bytes) {
    if (!writes_.is_empty()) {
      writes_.end_oldest();
    } else if (!steps_.empty()) {
      end_oldest();
    } else {
      return;  // a single tile may exceed the window
    }
  }
}

void Pipeline::read_pieces(const TileRef& work) {
  const Recoding& recoding = work->tile.recoding();
  const ChunkGrid& grid = recoding.source();
  std::vector<Piece> pieces;
  for (const std::size_t number : grid.chunks_of(work->tile.box())) {
    const Box source = grid.chunk_box(number);
    Piece piece;
    base::throw_if_stopped();
    if (is_all_missing_ || !read_piece(input_, work->tile, source, piece)) {
      work->tile.add_missing(source);
      continue;
    }
    // A chunk that several tiles need counts for the tile that holds its start.
    const bool begins_here = contains(work->tile.box(), source.start);
    if (recoding.from().chain && begins_here && chunks_left_ > 0) --chunks_left_;
    work->tile.expect_data(piece.box);
    pieces.push_back(std::move(piece));
    if (pieces.size() * recoding.source_bytes() >= plan_.job_bytes) {
      hand_in(work, std::exchange(pieces, {}));
    }
  }
  if (!pieces.empty()) hand_in(work, std::move(pieces));
}

void Pipeline::hand_in(const TileRef& work, std::vector<Piece> pieces) {
  while (placings_.size() >= 2 * pool_.worker_count() + 1) {
    placings_.front().wait();
    placings_.pop_front();
  }
  ++work->unplaced;
  placings_.push_back(
      pool_.start([this, work, pieces = std::make_shared<std::vector<Piece>>(std::move(pieces))](
                      std::size_t worker) {
        try {
          for (const Piece& piece : *pieces) {
            if (is_cancelled_) break;
            at_chunk(input_.name(), work->tile, piece.box,
                     [&] { work->tile.place(piece, scratches_[worker]); });
          }
        } catch (...) {
          work->fail(std::current_exception());
        }
        pieces->clear();
        placed(work);
      }));
}

void Pipeline::add_steps(const TileRef& work) {
  const Recoding& recoding = work->tile.recoding();
  for (const std::span<Target> targets : work->tile.parts()) {
    Part& part = work->parts.emplace_back();
    part.targets = targets;
    part.window_bytes = targets.size() * window_bytes(recoding);
    window_bytes_ += part.window_bytes;
    steps_.push_back({&recoding, work, &part, part.is_finished.get_future()});
  }
}

// The job that places the last piece starts the parts, if their encoding is already chosen.
void Pipeline::placed(const TileRef& work) {
  if (--work->unplaced > 0) return;
  try {
    if (work->chooses) {
      pool_.submit(
          [this, work](std::size_t worker) { choose_strategies(work, scratches_[worker]); });
    } else if (!waits_for_choice(work)) {
      submit_parts(work);
    }
  } catch (...) {  // for example, no memory for a job
    for (Part& part : work->parts) part.is_finished.set_exception(std::current_exception());
  }
}

bool Pipeline::waits_for_choice(const TileRef& work) {
  VariableInWork& variable = work->variable;
  const std::lock_guard lock(variable.mutex);
  if (!variable.is_chosen) variable.waiting.push_back(work);
  return !variable.is_chosen;
}

void Pipeline::choose_strategies(const TileRef& work, Scratch& scratch) {
  VariableInWork& variable = work->variable;
  try {
    if (!work->failure && !is_cancelled_) {
      at_chunk(output_name(), work->tile, work->tile.box(),
               [&] { variable.strategies = work->tile.choose_strategies(scratch); });
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
  submit_parts(work);
  for (const TileRef& other : waiting) submit_parts(other);
}

void Pipeline::submit_parts(const TileRef& work) noexcept {
  for (Part& part : work->parts) {
    try {
      pool_.submit(
          [this, work, &part](std::size_t worker) { finish(*work, part, scratches_[worker]); });
    } catch (...) {
      part.is_finished.set_exception(std::current_exception());
    }
  }
}

void Pipeline::finish(TileInWork& work, Part& part, Scratch& scratch) {
  try {
    if (work.failure) std::rethrow_exception(work.failure);
    for (Target& target : part.targets) {
      if (is_cancelled_) break;
      at_chunk(output_name(), work.tile, target.box, [&] {
        work.tile.complete(target);
        if (!verifies()) return work.tile.encode(target, work.variable.strategies, scratch);
        work.variable.add_excess(work.tile.compare(target, scratch));
      });
    }
    part.is_finished.set_value();
  } catch (...) {
    part.is_finished.set_exception(std::current_exception());
  }
}

void Pipeline::read_back(Tile& tile) {
  model::Source& source = written_->source;
  const RecodingSide& to = tile.recoding().to();
  const model::VariableId id = written_->ids.at(to.id);
  for (Target& target : tile.targets()) {
    base::throw_if_stopped();
    if (to.chain) {
      target.was_read_back = source.read_chunk(id, target.box.start, target.stored);
      if (target.was_read_back && unverified_chunks_ > 0) --unverified_chunks_;
    } else {
      target.stored.bytes.resize(target.box.value_count() * tile.recoding().element_bytes());
      source.read_elements(id, target.box, target.stored.bytes);
      target.was_read_back = true;
    }
  }
}

bool Pipeline::is_oldest_finished() const {
  return !steps_.front().tile || base::has_ended(steps_.front().is_finished);
}

void Pipeline::begin_output(const Recoding& recoding) {
  if (!verifies()) extend(*target_, recoding);
}

void Pipeline::end_oldest() {
  Step step = std::move(steps_.front());
  steps_.pop_front();
  if (!step.tile) return begin_output(*step.recoding);
  step.is_finished.get();
  window_bytes_ -= step.part->window_bytes;
  std::vector<model::PlacedChunk> placed;
  for (const Target& target : step.part->targets) {
    base::throw_if_stopped();
    if (!target.has_data) continue;
    if (!verifies()) write(step.tile->tile, target, placed);
    if (on_done_) on_done_(target.box.value_count() * step.recoding->element_bytes());
  }
  const auto give_back_memory = [tile = step.tile, targets = step.part->targets] {
    for (Target& target : targets) target = Target{};
  };
  if (placed.empty()) return give_back_memory();
  writes_.add(std::move(placed), give_back_memory, step.part->window_bytes);
}

/// Allocates chunks in order; workers write them later. Elements, and chunks that are encoded on
/// this thread, are written here.
void Pipeline::write(const Tile& tile, const Target& target,
                     std::vector<model::PlacedChunk>& later) {
  const Recoding& recoding = tile.recoding();
  const RecodingSide& to = recoding.to();
  if (to.chain) {
    later.push_back(
        target_->place_chunk(to.id, target.box.start, target.encoded, target.stored.filter_mask));
    return;
  }
  const std::size_t bytes = target.box.value_count() * recoding.element_bytes();
  const auto elements = target.elements.bytes().first(bytes);
  if (!to.padding_chain) return target_->write_elements(to.id, target.box, elements);
  at_chunk(output_name(), tile, target.box, [&] {
    const auto chunk = padded_chunk(recoding, target.box, elements);
    const auto [encoded, filter_mask] = to.padding_chain->encode(chunk, own_scratch_.chain);
    const model::PlacedChunk placed =
        target_->place_chunk(to.id, target.box.start, encoded, filter_mask);
    target_->write_placed({&placed, 1});
  });
}

std::vector<std::string> Pipeline::encoders() const {
  std::vector<std::string> encoders;
  for (const VariableInWork& variable : variables_) {
    std::string text;
    for (const filter::EncoderStrategy& strategy : variable.strategies) {
      if (!text.empty() && !strategy.text.empty()) text += "; ";
      text += strategy.text;
    }
    encoders.push_back(std::move(text));
  }
  return encoders;
}

Excesses Pipeline::excesses() const {
  Excesses excesses;
  for (const VariableInWork& variable : variables_) {
    add_excess(excesses, variable.recoding.to().id, variable.excess);
  }
  return excesses;
}

}  // namespace

std::vector<std::string> recode(const std::vector<Recoding>& recodings, const RecodingPlan& plan,
                                model::Source& input, model::Target& output,
                                const std::function<void(std::uint64_t)>& on_written) {
  if (recodings.empty()) return {};
  Pipeline pipeline(plan, input, &output, nullptr, on_written);
  for (std::size_t i = 0; i < recodings.size(); ++i) {
    pipeline.recode(recodings[i], plan.tiles[i]);
  }
  pipeline.end_rest();
  return pipeline.encoders();
}

Excesses verify_recoded(const std::vector<Recoding>& recodings, const RecodingPlan& plan,
                        model::Source& input, const ReadBack& output,
                        const std::function<bool(const Recoding&)>& is_wanted,
                        const std::function<void(std::uint64_t)>& on_verified) {
  if (std::none_of(recodings.begin(), recodings.end(), is_wanted)) return {};
  Pipeline pipeline(plan, input, nullptr, &output, on_verified);
  for (std::size_t i = 0; i < recodings.size(); ++i) {
    if (is_wanted(recodings[i])) pipeline.recode(recodings[i], plan.tiles[i]);
  }
  pipeline.end_rest();
  return pipeline.excesses();
}

}  // namespace ncf::transcode
