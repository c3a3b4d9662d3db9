// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes tiles. Workers encode chunks. The I/O thread allocates space for them in order, so that
// the output is the same for any number of threads, and workers write them there.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/threads/in_order.hpp"
#include "base/threads/worker_pool.hpp"
#include "model/dataset/target.hpp"
#include "transcode/sinks/sink.hpp"

namespace ncf::transcode {

/// Chunks with an allocated place in the output that are not written yet. Neighbouring chunks are
/// gathered and written together, by workers. I/O thread.
struct ChunksToWrite {
  std::vector<model::PlacedChunk> placed;
  std::vector<std::span<const std::byte>> bytes;  ///< of each; not owned
};

class PendingWrites {
 public:
  /// Both must outlive this object.
  PendingWrites(base::WorkerPool& pool, model::Target& target) : pool_(pool), target_(target) {}

  /// give_back: called by a worker when all the chunks are written; frees `held_bytes`.
  void add(ChunksToWrite chunks, std::function<void()> give_back, std::uint64_t held_bytes);

  [[nodiscard]] bool is_empty() const noexcept {
    return writes_.is_empty() && gathered_.chunks.placed.empty();
  }

  /// Bytes held by writes not yet seen to end.
  [[nodiscard]] std::uint64_t held_bytes() const noexcept {
    return writes_.bytes() + gathered_.held_bytes;
  }

  /// Waits for the oldest write; at least one is pending. throws: Error.
  void end_oldest();
  /// Removes the writes that have ended, without waiting. throws: Error.
  void end_written();

 private:
  struct Batch {
    ChunksToWrite chunks;
    std::vector<std::function<void()>> give_back;
    std::uint64_t bytes = 0;  ///< of the chunks
    std::uint64_t held_bytes = 0;
  };

  void start();

  base::WorkerPool& pool_;
  model::Target& target_;
  Batch gathered_;
  base::InOrder<Batch> writes_;
};

class WritingSink final : public Sink {
 public:
  /// The pool's jobs must end before this object does.
  WritingSink(model::Target& target, base::WorkerPool& pool)
      : target_(target), encoder_(target.name()), writes_(pool, target) {}

  [[nodiscard]] const std::string& name() const override { return encoder_.name(); }
  [[nodiscard]] bool chooses(const Recoding& recoding) const override {
    return recoding.to().chain && recoding.to().chain->has_strategies();
  }
  [[nodiscard]] std::uint64_t target_bytes(const Recoding& recoding) const override {
    return recoding.target_bytes();
  }
  void expect(VariableInWork& /*variable*/) override {}
  [[nodiscard]] bool leaves_missing() const override { return true; }
  [[nodiscard]] bool takes_stored() const override { return true; }
  [[nodiscard]] bool expects_more() const override { return false; }
  [[nodiscard]] std::optional<std::vector<std::size_t>> list_expected(
      const Recoding& /*recoding*/) override {
    return std::vector<std::size_t>{};
  }
  [[nodiscard]] bool take(TileInWork& /*work*/, bool has_data) override { return has_data; }
  void finish(TileInWork& work, TargetChunk& target, Scratch& scratch) override {
    encoder_.finish(work, target, scratch);
  }
  void begin(const Recoding& recoding) override;
  void end(const TileRef& work, Part& part) override;
  void end_elsewhere(const TileRef& work, Part& part, OtherRanks& ranks) override;
  [[nodiscard]] std::uint64_t held_bytes() const override { return writes_.held_bytes(); }
  bool release_oldest() override;
  void release_written() override { writes_.end_written(); }

 private:
  void write_here(const Tile& tile, const TargetChunk& target);

  model::Target& target_;
  TileEncoder encoder_;
  PendingWrites writes_;
  filter::ChainWorkspace workspace_;  ///< for chunks that are encoded on the I/O thread
};

}  // namespace ncf::transcode
