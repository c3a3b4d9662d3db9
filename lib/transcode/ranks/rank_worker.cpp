// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/ranks/rank_worker.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/memory/bytes.hpp"
#include "base/threads/stop.hpp"
#include "mpi/ranks.hpp"
#include "transcode/sinks/sink.hpp"

namespace ncf::transcode {
namespace {

using base::pack;
using base::unpack;
using OneThread = base::WorkerPool::OneThread;
using Pieces = std::vector<std::span<const std::byte>>;

Error error_of(const std::exception_ptr& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    return error;
  } catch (const std::exception& error) {
    return {ErrorCode::internal, error.what()};
  }
}

/// Calls `write` for each run of adjacent places, with the number of the first and their bytes.
template <class Write>
void write_together(const std::vector<model::FilePlace>& places, const Pieces& bytes, Write write) {
  for (std::size_t i = 0; i < places.size();) {
    std::size_t count = 1;
    std::uint64_t end = places[i].begin + bytes[i].size();
    while (i + count < places.size() && places[i + count].file == places[i].file &&
           places[i + count].begin == end) {
      end += bytes[i + count++].size();
    }
    write(i, std::span(bytes).subspan(i, count));
    i += count;
  }
}

/// Returns the plan for work in which some recodings have the limits of another plan.
RecodingPlan with_limits_of(const RecodingPlan& other, RecodingPlan plan) {
  plan.jobs_ahead = std::max(plan.jobs_ahead, other.jobs_ahead);
  plan.job_bytes = std::max(plan.job_bytes, other.job_bytes);
  plan.window_bytes = std::max(plan.window_bytes, other.window_bytes);
  return plan;
}

}  // namespace

RankWorker::RankWorker(mpi::Ranks& ranks, const PlannedRecodings& recoded,
                       const PlannedRecodings& passed, std::uint64_t move_bytes,
                       model::Source& input, SharedOutput& output)
    : ranks_(ranks),
      plan_(recoded.plan),
      plan_to_verify_(with_limits_of(passed.plan, recoded.plan)),
      move_bytes_(move_bytes),
      input_(input),
      output_(output) {
  for (const Recoding& recoding : recoded.recodings)
    recodings_.emplace(recoding.to().id, &recoding);
  for (const Recoding& recoding : passed.recodings) recodings_.emplace(recoding.to().id, &recoding);
  start(std::make_unique<TileEncoder>(output.name()));
}

void RankWorker::start(std::unique_ptr<TileFinisher> finisher) {
  crew_.reset();
  finisher_ = std::move(finisher);
  crew_.emplace(CrewTask{plan(), input_, *finisher_, nullptr}, OneThread::own_thread);
  pack(outbox_, RankRecord::ready, plan().window_bytes, move_bytes_);
}

void RankWorker::run() {
  while (!has_left_) {
    base::throw_if_stopped();
    const bool has_messages = take_messages();
    const bool has_pieces = pass_on_pieces();
    const bool has_results = report();
    send();
    if (!has_messages && !has_pieces && !has_results) mpi::pause();
  }
}

void RankWorker::send() {
  if (!outbox_.empty()) ranks_.send(0, std::exchange(outbox_, {}));
}

// ---- From rank 0 --------------------------------------------------------------------------------

bool RankWorker::take_messages() {
  bool has_any = false;
  while (const std::optional<mpi::Message> message = ranks_.take()) {
    has_any = true;
    read(message->text);
    if (has_left_) break;
  }
  return has_any;
}

/// Reads a message. After an error, only the end of the run matters, which is a message of its own.
void RankWorker::read(const std::string& text) {
  base::Unpacker packed(text);
  while (!packed.is_at_end()) {
    try {
      const auto kind = unpack<RankRecord>(packed);
      if (is_broken_ && kind != RankRecord::leave) return;
      read_one(kind, packed);
    } catch (...) {
      return break_off();
    }
  }
}

/// Tells rank 0 the error that is being handled.
void RankWorker::break_off() {
  is_broken_ = true;
  waiting_.clear();
  pack(outbox_, RankRecord::broken);
  pack_error(outbox_, error_of(std::current_exception()));
}

void RankWorker::read_one(RankRecord kind, base::Unpacker& packed) {
  switch (kind) {
    case RankRecord::tile:
      return take_tile(unpack<TileJob>(packed));
    case RankRecord::strategies:
      return take_strategies(unpack<ChosenStrategies>(packed));
    case RankRecord::write:
      return take_write(unpack<PartPlaces>(packed));
    case RankRecord::move:
      return take_move(unpack<MoveJob>(packed));
    case RankRecord::flush:
      output_.flush();
      return pack(outbox_, RankRecord::flushed);
    case RankRecord::verify:
      return begin_verifying();
    default:
      return leave();
  }
}

VariableInWork& RankWorker::variable_of(const Recoding& recoding) {
  const model::VariableId id = recoding.to().id;
  const bool chooses = read_back_ == nullptr && recoding.to().chain->has_strategies();
  const auto [found, is_new] = variables_.try_emplace(id, recoding, chooses);
  if (is_new && !recoding.has_parts()) input_.expect_found(recoding.from().id);
  if (is_new && read_back_ != nullptr) read_back_->source.expect_found(read_back_->ids.at(id));
  return found->second;
}

void RankWorker::take_tile(const TileJob& job) {
  const Recoding& recoding = *recodings_.at(job.variable);
  VariableInWork& variable = variable_of(recoding);
  const auto work = std::make_shared<TileInWork>(variable, job.box, memory_);
  work->chooses = job.chooses;
  if (job.chooses) choosing_.push_back(&variable);
  std::vector<Piece> pieces = take_pieces(*work, job);
  work->set_parts(recoding.target_bytes());
  tiles_.emplace(job.number, OpenTile{work, work->parts.size()});
  for (std::size_t i = 0; i < work->parts.size(); ++i) {
    steps_.push_back({work, &work->parts[i], {job.number, i}});
  }
  for (Piece& piece : pieces) waiting_.push_back({work, std::move(piece)});
  waiting_.push_back({work, std::nullopt});
}

/// Returns the pieces of a tile. Its parts are found here, as rank 0 has done.
std::vector<Piece> RankWorker::take_pieces(TileInWork& work, const TileJob& job) {
  const bool has_parts = work.tile.recoding().has_parts();
  std::vector<Piece> pieces =
      has_parts ? find_parts(input_, work.tile, read_back_ == nullptr) : pieces_found(work, job);
  (void)work.tile.choose_written();
  auto read_back = job.read_back.begin();
  for (TargetChunk& target : work.tile.targets()) target.read_back = *read_back++;
  return pieces;
}

/// Returns the pieces that rank 0 has found.
std::vector<Piece> RankWorker::pieces_found(TileInWork& work, const TileJob& job) {
  const model::ChunkGrid& grid = work.tile.recoding().source();
  std::vector<Piece> pieces;
  auto place = job.sources.begin();
  for (const std::size_t number : grid.chunks_of(job.box)) {
    auto piece = piece_at(work.tile, grid.chunk_box(number), *place++);
    if (piece) pieces.push_back(*std::move(piece));
  }
  return pieces;
}

/// Gives pieces to the crew without waiting for room, because messages would wait too. Returns
/// whether there were any.
bool RankWorker::pass_on_pieces() {
  const std::size_t before = waiting_.size();
  try {
    while (!waiting_.empty() && crew_->has_room_for_job()) {
      auto [work, piece] = std::move(waiting_.front());
      waiting_.pop_front();
      piece ? crew_->add(work, *std::move(piece)) : crew_->complete(work);
    }
  } catch (...) {
    break_off();
  }
  return waiting_.size() < before;
}

void RankWorker::take_strategies(ChosenStrategies chosen) {
  const Recoding& recoding = *recodings_.at(chosen.variable);
  crew_->set_strategies(variable_of(recoding), std::move(chosen.strategies));
}

void RankWorker::take_write(PartPlaces places) {
  TileRef work = tiles_.at(places.part.tile).work;
  writes_.start(crew_->pool(), {std::move(work), std::move(places)}, 0,
                [this](const PartToWrite& one, std::size_t /*worker*/) { write(one); });
}

void RankWorker::write(const PartToWrite& one) {
  const auto& places = one.to.places;
  Part& part = one.work->parts.at(one.to.part.part);
  std::vector<const TargetChunk*> targets;
  Pieces bytes;
  for (const TargetChunk& target : part.targets) {
    if (!target.has_data) continue;
    targets.push_back(&target);
    bytes.push_back(target.encoded);
  }
  write_together(places, bytes, [&](std::size_t first, auto pieces) {
    at_chunk(output_.name(), one.work->tile, targets[first]->box,
             [&] { output_.write(places[first], pieces); });
  });
}

void RankWorker::take_move(MoveJob job) {
  if (moved_.insert(job.input_id).second) input_.expect_found(job.input_id);
  moves_.start(crew_->pool(), std::move(job), 0,
               [this](const MoveJob& one, std::size_t /*worker*/) { move(one); });
}

void RankWorker::move(const MoveJob& job) {
  std::uint64_t bytes = 0;
  for (const model::StoredPlace& place : job.from) bytes += place.bytes;
  base::ByteBuffer buffer;
  std::span<std::byte> rest = buffer.first(bytes);
  Pieces pieces;
  for (std::size_t i = 0; i < job.from.size(); ++i) {
    const auto chunk = rest.first(job.from[i].bytes);
    input_.read_found(job.input_id, job.offsets[i], job.from[i], chunk);
    pieces.emplace_back(chunk);
    rest = rest.subspan(chunk.size());
  }
  const std::string variable = input_.schema().variable_path(job.input_id);
  write_together(job.to, pieces, [&](std::size_t first, auto together) {
    at_chunk(output_.name(), variable, job.offsets[first],
             [&] { output_.write(job.to[first], together); });
  });
}

void RankWorker::begin_verifying() {
  variables_.clear();
  choosing_.clear();
  read_back_ = &output_.read_back();
  start(std::make_unique<VerifyingSink>(*read_back_));
}

// Nothing may be written after this answer, because rank 0 may then remove the output.
void RankWorker::leave() {
  has_left_ = true;
  waiting_.clear();
  crew_.reset();
  outbox_.clear();
  pack(outbox_, RankRecord::left);
}

// ---- To rank 0 ----------------------------------------------------------------------------------

/// Reports results to rank 0. Returns whether there were any.
bool RankWorker::report() {
  if (is_broken_ || has_left_) return false;
  const std::size_t before = outbox_.size();
  report_choices();
  while (!steps_.empty() && steps_.front().part->is_finished == 1) {
    report_finished(steps_.front());
    steps_.pop_front();
  }
  try {
    while (!writes_.is_empty() && writes_.has_oldest_ended()) {
      const PartToWrite written = writes_.end_oldest();
      pack(outbox_, RankRecord::written, written.to.part);
      close_part(written.work, written.to.part);
    }
    while (!moves_.is_empty() && moves_.has_oldest_ended()) {
      pack(outbox_, RankRecord::done, moves_.end_oldest().number);
    }
  } catch (const std::exception&) {
    break_off();
  }
  return outbox_.size() > before;
}

void RankWorker::report_choices() {
  std::erase_if(choosing_, [this](VariableInWork* variable) {
    const std::lock_guard lock(variable->mutex);
    if (!variable->is_chosen) return false;
    pack(outbox_, RankRecord::chosen,
         ChosenStrategies{variable->recoding.to().id, variable->strategies});
    return true;
  });
}

void RankWorker::report_finished(const Step& step) {
  if (step.part->failure) {
    pack(outbox_, RankRecord::failed, step.name);
    pack_error(outbox_, error_of(step.part->failure));
    return;
  }
  FinishedPart finished{step.name, {}, step.work->variable.is_in_doubt, {}};
  for (const TargetChunk& target : step.part->targets) {
    if (!target.has_data || read_back_ != nullptr) continue;
    finished.sizes.push_back({target.encoded_bytes, target.stored.filter_mask});
  }
  if (read_back_ != nullptr) {
    const std::lock_guard lock(step.work->variable.mutex);
    finished.excess = step.work->variable.excess;
  }
  const bool is_done = finished.sizes.empty();
  pack(outbox_, RankRecord::finished, std::move(finished));
  if (is_done) close_part(step.work, step.name);
}

void RankWorker::close_part(const TileRef& work, const PartOfTile& part) {
  crew_->release(work, work->parts.at(part.part));
  const auto found = tiles_.find(part.tile);
  if (--found->second.parts_left == 0) tiles_.erase(found);
}

}  // namespace ncf::transcode
