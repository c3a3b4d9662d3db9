// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The threads of this process and other ranks as one crew, and as one mover. What ranks have no
// room for, threads do. While the I/O thread waits, it takes messages.
#include <memory>
#include <utility>
#include <vector>

#include "transcode/ranks/other_ranks.hpp"

namespace ncf::transcode {
namespace {

using OneThread = base::WorkerPool::OneThread;

class SharedCrew final : public Crew {
 public:
  SharedCrew(const CrewTask& task, OtherRanks& ranks)
      : ranks_(ranks), output_(task.output), own_(task, OneThread::own_thread) {
    ranks_.set_choice_handler([this](VariableInWork& variable, filter::EncoderStrategies chosen) {
      own_.set_strategies(variable, std::move(chosen));
    });
  }

  void update() override {
    ranks_.take_messages();
    own_.update();
  }

  bool has_room(TileInWork& work, std::uint64_t bytes) override {
    if (work.tile.recoding().is_shareable()) work.rank = ranks_.find_room(bytes);
    return work.rank || own_.has_room(work, bytes);
  }

  bool await_room() override {
    if (!own_.has_tiles()) return own_.await_room();
    ranks_.await_messages();
    return true;
  }

  void add(const TileRef& work, Piece piece) override {
    if (work->rank) return pieces_.push_back(std::move(piece));
    await_room_for_job();
    own_.add(work, std::move(piece));
  }

  void complete(const TileRef& work) override {
    if (work->rank) return ranks_.hand_out(*work->rank, work, std::exchange(pieces_, {}));
    await_room_for_job();
    own_.complete(work);
  }

  void await(const Part& part) override {
    while (part.is_finished == 0) ranks_.await_messages();
  }

  void write(const TileRef& work, Part& part, std::vector<model::PlacedChunk> placed) override {
    if (!work->rank) return own_.write(work, part, std::move(placed));
    ranks_.write(*work, part, std::move(placed), *output_);
  }

  void release(const TileRef& work, Part& part) override {
    work->rank ? ranks_.release(*work, part) : own_.release(work, part);
  }

  void finish() override {
    own_.finish();
    ranks_.finish();
  }

 private:
  void await_room_for_job() {
    while (!own_.has_room_for_job()) ranks_.await_messages();
  }

  OtherRanks& ranks_;
  model::Target* output_;
  std::vector<Piece> pieces_;  ///< of the tile that a rank gets next
  ThreadCrew own_;
};

class SharedMover final : public Mover {
 public:
  SharedMover(const MoveTask& task, OtherRanks& ranks)
      : ranks_(ranks), output_(task.output), own_(task, OneThread::own_thread) {}

  void move(ChunkBatch batch) override {
    for (;;) {
      ranks_.take_messages();
      if (const auto rank = ranks_.find_room_to_move(batch.bytes)) {
        return ranks_.move(*rank, std::move(batch), output_);
      }
      if (own_.has_room(batch.bytes)) return own_.move(std::move(batch));
      if (!own_.end_oldest_if_ended()) ranks_.await_messages();
    }
  }

  void finish() override {
    own_.finish();
    ranks_.finish();
  }

 private:
  OtherRanks& ranks_;
  model::Target& output_;
  ThreadMover own_;
};

}  // namespace

CrewMaker crews_of(OtherRanks* ranks) {
  if (ranks == nullptr) return thread_crew;
  return [ranks](const CrewTask& task) { return std::make_unique<SharedCrew>(task, *ranks); };
}

MoverMaker movers_of(OtherRanks* ranks) {
  if (ranks == nullptr) return thread_mover;
  return [ranks](const MoveTask& task) { return std::make_unique<SharedMover>(task, *ranks); };
}

}  // namespace ncf::transcode
