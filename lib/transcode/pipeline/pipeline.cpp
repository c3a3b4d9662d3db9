// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/pipeline/pipeline.hpp"

#include <algorithm>
#include <deque>
#include <exception>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "base/threads/stop.hpp"
#include "transcode/recoding/form_difference.hpp"
#include "transcode/sinks/sink.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::transcode {
namespace {

using model::Box;
using model::ChunkGrid;

/// Makes a crew assemble tiles from the input and passes them to a sink, within bounded memory. The
/// calling thread is the I/O thread: it finds source chunks and tells the sink, in order, what is
/// finished; it handles places, not bytes.
class Scheduler {
 public:
  /// All arguments must outlive this object. on_done: called with the decoded size of each finished
  /// step.
  Scheduler(const RecodingPlan& plan, model::Source& input, Sink& sink, model::Target* output,
            const CrewMaker& make_crew, const std::function<void(std::uint64_t)>& on_done)
      : input_(input),
        sink_(sink),
        on_done_(on_done),
        crew_(make_crew({plan, input, sink, output})) {}
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;
  /// Ends all jobs; the rest of the work stays undone.
  ~Scheduler() = default;

  /// Works on a variable. Some of the work may be done later. throws: Error.
  void run(const Recoding& recoding, const TilePlan& tiles);
  /// Does the remaining work. throws: Error.
  void finish();

  /// The variables in the order of the calls of `run`.
  [[nodiscard]] const std::deque<VariableInWork>& variables() const noexcept { return variables_; }

 private:
  /// A step that ends in order: the start of a variable, or a part of a tile.
  struct Step {
    const Recoding* recoding;
    TileRef tile;  ///< null for the start of a variable
    Part* part = nullptr;
  };

  [[nodiscard]] std::optional<std::vector<std::size_t>> list_tiles(const Recoding& recoding,
                                                                   const ChunkGrid& tiles);
  void do_tile(VariableInWork& variable, Box box);
  void await_room(TileInWork& work);
  void find_pieces(const TileRef& work);
  void end_finished();
  void end_oldest();

  model::Source& input_;
  Sink& sink_;
  const std::function<void(std::uint64_t)>& on_done_;
  base::SpareBuffers memory_;             ///< for tiles
  std::deque<VariableInWork> variables_;  ///< begun
  std::deque<Step> steps_;
  std::optional<ChunksAhead> ahead_;  ///< of the variable, if the input is on a server
  std::size_t chunks_left_ = 0;       ///< stored chunks of the variable not found yet
  bool is_all_missing_ = false;       ///< no chunk of the variable is stored
  std::unique_ptr<Crew> crew_;        ///< last: its jobs end before the rest is destroyed
};

/// Returns the source chunks of each tile.
ChunksAhead::Groups chunks_of_tiles(const Recoding& recoding, ChunkGrid tiles, ShardWalk walk) {
  return [&recoding, tiles = std::move(tiles),
          walk = std::move(walk)]() mutable -> std::optional<std::vector<std::size_t>> {
    const auto tile = walk.next();
    if (!tile) return std::nullopt;
    return recoding.source().chunks_of(tiles.within(tiles.chunk_box(*tile)));
  };
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
  if (is_all_missing_ && recoding.reads_missing_alike() && sink_.writes()) return;
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
  }
  ahead_.reset();
  if (recoding.from().chain && chunks_left_ > 0) {
    input_.at_variable(recoding.from().id, [&] { throw missing_chunks(chunks_left_); });
  }
}

void Scheduler::finish() {
  while (!steps_.empty()) end_oldest();
  crew_->finish();
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

// Whoever places the last piece sees all steps before it.
void Scheduler::do_tile(VariableInWork& variable, Box box) {
  const auto work = std::make_shared<TileInWork>(variable, std::move(box), memory_);
  await_room(*work);
  find_pieces(work);
  if (!sink_.take(*work, work->tile.choose_written())) return;
  work->chooses = std::exchange(variable.needs_chooser, false);
  work->set_parts(sink_.target_bytes(variable.recoding));
  for (Part& part : work->parts) steps_.push_back({&variable.recoding, work, &part});
  crew_->complete(work);
}

/// Waits for room for a tile. If only the end of steps makes some, waits once for many of them,
/// because waking up costs more than ending a step.
void Scheduler::await_room(TileInWork& work) {
  const std::uint64_t bytes = work.tile.targets().size() * sink_.target_bytes(work.tile.recoding());
  for (end_finished(); !crew_->has_room(work, bytes); end_finished()) {
    if (crew_->await_room()) continue;
    const Step& middle = steps_[steps_.size() / 2];
    if (middle.tile) crew_->await(*middle.part);
    end_oldest();
  }
}

/// Finds all pieces of a tile and adds them.
void Scheduler::find_pieces(const TileRef& work) {
  const Recoding& recoding = work->tile.recoding();
  const ChunkGrid& grid = recoding.source();
  if (ahead_) ahead_->begin_group();
  if (recoding.has_parts() && !is_all_missing_) {
    for (Piece& part : find_parts(input_, work->tile, sink_.writes())) {
      crew_->add(work, std::move(part));
    }
    return;
  }
  for (const std::size_t number : grid.chunks_of(work->tile.box())) {
    base::throw_if_stopped();
    if (ahead_) ahead_->will_find(number);
    const Box source = grid.chunk_box(number);
    if (is_all_missing_) {
      work->tile.add_missing(source);
      continue;
    }
    auto piece = find_piece(input_, work->tile, source);
    if (!piece) continue;
    // A chunk that several tiles need counts for the tile that contains its first element.
    const bool begins_here = contains(work->tile.box(), source.start);
    if (recoding.from().chain && begins_here && chunks_left_ > 0) --chunks_left_;
    crew_->add(work, std::move(*piece));
  }
}

void Scheduler::end_finished() {
  crew_->update();
  while (!steps_.empty() && (!steps_.front().tile || steps_.front().part->is_finished == 1)) {
    end_oldest();
  }
}

void Scheduler::end_oldest() {
  const Step step = std::move(steps_.front());
  steps_.pop_front();
  if (!step.tile) return sink_.begin(*step.recoding);
  crew_->await(*step.part);
  if (step.part->failure) std::rethrow_exception(step.part->failure);
  std::uint64_t done = 0;
  for (const TargetChunk& target : step.part->targets) {
    if (target.has_data) done += target.box.value_count() * step.recoding->element_bytes();
  }
  sink_.end(step.tile, *step.part, *crew_);
  if (on_done_ && done > 0) on_done_(done);
}

std::string describe(const filter::EncoderStrategies& strategies) {
  std::string text;
  for (const filter::EncoderStrategy& strategy : strategies) {
    if (!text.empty() && strategy.number != 0) text += "; ";
    text += strategy.text;
  }
  return text;
}

}  // namespace

std::vector<Recoded> recode(std::span<const Recoding> recodings, const RecodingPlan& plan,
                            model::Source& input, model::Target& output,
                            const std::function<void(std::uint64_t)>& on_written,
                            const CrewMaker& make_crew) {
  WritingSink sink(output);
  Scheduler scheduler(plan, input, sink, &output, make_crew, on_written);
  for (std::size_t i = 0; i < recodings.size(); ++i) scheduler.run(recodings[i], plan.tiles[i]);
  scheduler.finish();
  std::vector<Recoded> recoded;
  for (const VariableInWork& variable : scheduler.variables()) {
    recoded.push_back({describe(variable.strategies), variable.is_in_doubt});
  }
  return recoded;
}

Excesses verify_recoded(std::span<const Recoding> recodings, const RecodingPlan& plan,
                        model::Source& input, const ReopenedOutput& output,
                        const std::function<bool(const Recoding&)>& is_wanted,
                        const std::function<void(std::uint64_t)>& on_verified,
                        const CrewMaker& make_crew) {
  VerifyingSink sink(output);
  Scheduler scheduler(plan, input, sink, nullptr, make_crew, on_verified);
  for (std::size_t i = 0; i < recodings.size(); ++i) {
    if (!is_wanted(recodings[i])) continue;
    const RecodingSide& to = recodings[i].to();
    const bool is_chunked_alike =
        recodings[i].is_passed() && to.form.layout == model::Layout::chunked;
    if (to.chain || is_chunked_alike) require_same_form(output, to.id, to.form);
    scheduler.run(recodings[i], plan.tiles[i]);
    if (is_chunked_alike) {
      output.source.at_variable(output.ids[to.id], [&] { sink.check_rest(recodings[i]); });
    }
  }
  scheduler.finish();
  Excesses excesses;
  for (const VariableInWork& variable : scheduler.variables()) {
    add_excess(excesses, variable.recoding.to().id, variable.excess);
  }
  return excesses;
}

}  // namespace ncf::transcode
