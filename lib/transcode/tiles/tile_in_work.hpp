// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The state of a tile and its variable that threads share, and what finishes the targets of a tile.
// JobEnd and Assembly are also for tiles that are only read (transcode/values/tile_reader.cpp).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "transcode/tiles/tile.hpp"

namespace ncf::transcode {

/// The end of a job for which a thread waits.
struct JobEnd {
  /// Call it once, while holding the tile to which this belongs.
  void finish(std::exception_ptr error = nullptr) noexcept {
    failure = std::move(error);
    is_finished = 1;
    is_finished.notify_one();
  }
  void await() const noexcept { is_finished.wait(0); }

  std::exception_ptr failure;  ///< set before it is finished
  /// 0 or 1; a number, because systems can wait for it without a lock.
  std::atomic<int> is_finished = 0;
};

/// What several jobs assemble, each from some of the pieces.
struct Assembly {
  void fail(std::exception_ptr error) {
    const std::lock_guard lock(mutex);
    if (!failure) failure = std::move(error);
  }
  [[nodiscard]] bool has_failed() {
    const std::lock_guard lock(mutex);
    return failure != nullptr;
  }

  /// Jobs that place pieces. The last one is counted from the beginning.
  std::atomic<std::size_t> unplaced = 1;
  std::mutex mutex;
  std::exception_ptr failure;  ///< under mutex, until `unplaced` is 0
};

/// Neighbouring targets of a tile that one job finishes and one call writes.
struct Part : JobEnd {
  std::span<TargetChunk> targets;
  std::uint64_t window_bytes = 0;  ///< in use until it is written
};

struct TileInWork;
using TileRef = std::shared_ptr<TileInWork>;

/// A variable, and how its chunks are encoded.
struct VariableInWork {
  VariableInWork(const Recoding& of, bool has_choice)
      : recoding(of), needs_chooser(has_choice), is_chosen(!has_choice) {}

  void add_excess(std::optional<double> more) {
    if (!more) return;
    const std::lock_guard lock(mutex);
    excess = std::max(excess.value_or(0), *more);
  }

  /// Makes the choice; only the first call counts. Returns the tiles that waited for it.
  [[nodiscard]] std::vector<std::shared_ptr<TileInWork>> choose(filter::EncoderStrategies chosen) {
    const std::lock_guard lock(mutex);
    if (!is_chosen) strategies = std::move(chosen);
    is_chosen = true;
    return std::exchange(waiting, {});
  }

  const Recoding& recoding;
  bool needs_chooser;                    ///< for the I/O thread only
  filter::EncoderStrategies strategies;  ///< constant once chosen; until then, only for `choose`
  std::mutex mutex;
  bool is_chosen;                         ///< under mutex
  std::vector<TileRef> waiting;           ///< complete tiles that wait for the choice; under mutex
  std::atomic<bool> is_in_doubt = false;  ///< values written may exceed their filter's error bound
  std::optional<double> excess;           ///< the largest of values read back; under mutex
  /// The places of elements in the output that is verified; set before the first tile.
  std::optional<model::ElementPlaces> written;
};

/// A tile and the state of the work on it.
struct TileInWork : Assembly {
  TileInWork(VariableInWork& of, model::Box box, base::SpareBuffers& memory)
      : variable(of), tile(of.recoding, std::move(box), memory) {}

  /// target_bytes: as in Sink.
  void set_parts(std::uint64_t target_bytes) {
    const std::vector<std::span<TargetChunk>> targets = tile.parts();
    parts = std::vector<Part>(targets.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      parts[i].targets = targets[i];
      parts[i].window_bytes = targets[i].size() * target_bytes;
    }
  }

  VariableInWork& variable;
  Tile tile;
  std::optional<int> rank;   ///< for crews of several processes: the other one that works on it
  std::uint64_t number = 0;  ///< by which that process knows it
  bool chooses = false;      ///< whether this tile decides how the variable is encoded
  std::vector<Part> parts;
};

/// What is done with a complete target, for example encoding it. Any thread.
class TileFinisher {
 public:
  TileFinisher() = default;
  TileFinisher(const TileFinisher&) = delete;
  TileFinisher& operator=(const TileFinisher&) = delete;
  virtual ~TileFinisher() = default;

  /// Returns the name of the output, for errors.
  [[nodiscard]] virtual const std::string& name() const = 0;

  /// throws: Error naming the output, the variable and the chunk.
  virtual void finish(TileInWork& work, TargetChunk& target, Scratch& scratch) = 0;
};

/// Encodes targets.
class TileEncoder final : public TileFinisher {
 public:
  /// name: of the output.
  explicit TileEncoder(std::string name) : name_(std::move(name)) {}

  [[nodiscard]] const std::string& name() const override { return name_; }
  void finish(TileInWork& work, TargetChunk& target, Scratch& scratch) override {
    at_chunk(name_, work.tile, target.box, [&] {
      work.tile.complete(target);
      if (!work.variable.is_in_doubt) work.variable.is_in_doubt = !work.tile.keeps_bound(target);
      work.tile.encode(target, work.variable.strategies, scratch);
    });
  }

 private:
  std::string name_;
};

}  // namespace ncf::transcode
