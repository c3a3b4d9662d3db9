// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/values/tile_reader.hpp"

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <memory>
#include <unordered_set>
#include <utility>

#include "base/threads/stop.hpp"
#include "transcode/tiles/piece.hpp"
#include "transcode/tiles/tile_in_work.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::transcode {
namespace {

using base::WorkerPool;
using model::Box;

/// Decoded bytes in a job, so that its cost does not matter.
constexpr std::size_t job_values_bytes = std::size_t{1} << 20;
/// A variable with no more values is not worth waking another thread.
constexpr std::size_t few_values = 4096;

/// A tile of all variables.
struct ReadTile : Assembly {
  ReadTile(Box covered, std::vector<base::SpareBuffers>& spare)
      : box(std::move(covered)), values(spare.size()), spares(spare) {}
  ReadTile(const ReadTile&) = delete;
  ReadTile& operator=(const ReadTile&) = delete;
  ~ReadTile() {
    for (std::size_t i = 0; i < values.size(); ++i) spares[i].give(std::move(values[i].memory));
  }

  Box box;
  std::vector<BoxValues> values;            ///< of each variable
  std::vector<base::SpareBuffers>& spares;  ///< of each variable
  JobEnd look;
  std::function<void()> take;  ///< what the look returned
};

using ReadTileRef = std::shared_ptr<ReadTile>;

/// What one job reads of a variable into a tile: chunks, or all elements at their places.
struct Reads {
  struct Chunk {
    Box box;
    std::optional<model::StoredPlace> place;  ///< empty if it is missing
  };
  std::size_t variable = 0;
  std::vector<Chunk> chunks = {};
};

/// Returns the chunks of each box. by_store: without those of boxes before, because the store keeps
/// what it reads. Boxes end where rows of chunks do, so chunks of earlier rows do not come again.
ChunksAhead::Groups chunks_of(model::ChunkGrid grid, BoxSequence boxes, bool by_store) {
  return [grid = std::move(grid), boxes = std::move(boxes), by_store,
          read = std::unordered_set<std::size_t>(),
          row = std::size_t{0}]() mutable -> std::optional<std::vector<std::size_t>> {
    const auto box = boxes();
    if (!box) return std::nullopt;
    std::vector<std::size_t> chunks = grid.chunks_of(*box);
    if (!by_store) return chunks;
    const std::size_t row_of_box = box->start.front() / grid.chunk_shape().front();
    if (row_of_box != std::exchange(row, row_of_box)) read.clear();
    std::erase_if(chunks, [&](std::size_t chunk) { return !read.insert(chunk).second; });
    return chunks;
  };
}

/// Announces the chunks of boxes, if the variable has chunks and is on a server.
std::optional<ChunksAhead> announce(const StoredValues& values, const BoxSequence& boxes) {
  model::Source& source = values.source();
  const model::Schema& schema = source.schema();
  const model::Variable& variable = schema.variables[values.variable()];
  if (source.ahead_bytes() == 0 || variable.storage.layout != model::Layout::chunked) {
    return std::nullopt;
  }
  const ChunkValues* const chunks = values.chunks();
  const model::ChunkGrid grid =
      chunks != nullptr ? chunks->grid()
                        : model::ChunkGrid(schema.shape(variable), variable.storage.chunk_shape);
  return ChunksAhead(source, values.variable(), grid, chunks_of(grid, boxes, chunks == nullptr));
}

/// Reads one sequence of tiles.
class Reading {
 public:
  Reading(std::vector<Scratch>& scratches, WorkerPool& pool,
          const std::vector<const StoredValues*>& variables, const BoxSequence& boxes,
          std::size_t tiles_in_work, const Look& look)
      : scratches_(scratches),
        variables_(variables),
        boxes_(boxes),
        tiles_in_work_(tiles_in_work),
        look_(look),
        most_bytes_(variables.size()),
        spares_(variables.size()),
        pool_(is_small() ? here_ : pool) {
    for (const StoredValues* values : variables) ahead_.push_back(announce(*values, boxes));
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() {
    is_cancelled_ = true;
    pool_.finish();
  }

  void run() {
    for (begin_tiles(); !tiles_.empty(); begin_tiles()) {
      base::throw_if_stopped();
      const ReadTileRef oldest = std::move(tiles_.front());
      tiles_.pop_front();
      oldest->look.await();
      if (oldest->look.failure) std::rethrow_exception(oldest->look.failure);
      if (oldest->take) oldest->take();
    }
  }

 private:
  /// Returns whether there is a single tile that is too small for other threads.
  [[nodiscard]] bool is_small() const {
    BoxSequence boxes = boxes_;
    const auto first = boxes();
    return !first || (first->value_count() <= few_values && !boxes());
  }

  // ---- The I/O thread ----

  void begin_tiles() {
    while (tiles_.size() < tiles_in_work_ && (tiles_.empty() || !tiles_.back()->has_failed())) {
      auto box = boxes_();
      if (!box) return;
      tiles_.push_back(std::make_shared<ReadTile>(*std::move(box), spares_));
      try {
        for (std::size_t i = 0; i < variables_.size(); ++i) find(i, *tiles_.back());
      } catch (...) {
        tiles_.back()->fail(std::current_exception());
      }
      submit(std::exchange(last_, std::nullopt).value_or(Reads()));
    }
  }

  /// Finds the values of a variable in the tile, and submits the reads of them, except `last_`.
  void find(std::size_t variable, ReadTile& tile) {
    const StoredValues& values = *variables_[variable];
    BoxValues& found = tile.values[variable];
    if (ahead_[variable]) ahead_[variable]->begin_group();
    if (values.chunks() == nullptr && !values.are_placed()) {
      found.values = values.read_by_store(tile.box);
      return;
    }
    found.size = tile.box.value_count() * values.value_bytes();
    most_bytes_[variable] = std::max(most_bytes_[variable], found.size);
    found.memory = spares_[variable].take(most_bytes_[variable]);
    next_reads(variable);
    if (values.are_placed()) return;
    const ChunkValues& chunks = *values.chunks();
    const std::size_t chunks_of_a_job =
        std::max<std::size_t>(1, job_values_bytes / chunks.chunk_bytes());
    for (const std::size_t number : chunks.grid().chunks_of(tile.box)) {
      base::throw_if_stopped();
      if (ahead_[variable]) ahead_[variable]->will_find(number);
      if (last_->chunks.size() >= chunks_of_a_job) next_reads(variable);
      Box chunk = chunks.grid().chunk_box(number);
      const auto place = values.find(chunk);
      last_->chunks.push_back({std::move(chunk), place});
    }
  }

  void next_reads(std::size_t variable) {
    if (last_) {
      ++tiles_.back()->unplaced;
      submit(*std::exchange(last_, std::nullopt));
    }
    last_ = Reads{variable};
  }

  void submit(Reads reads) noexcept {
    const ReadTileRef& tile = tiles_.back();
    try {
      request(reads);
      pool_.submit([this, tile, reads = std::move(reads)](std::size_t worker) {
        try {
          if (!is_cancelled_ && !tile->has_failed()) read(*tile, reads, scratches_[worker]);
        } catch (...) {
          tile->fail(std::current_exception());
        }
        end_reads(*tile, worker);
      });
    } catch (...) {
      tile->fail(std::current_exception());
      end_reads(*tile, 0);
    }
  }

  /// Lets a server send what will be read.
  void request(const Reads& reads) const {
    const StoredValues& values = *variables_[reads.variable];
    if (values.source().ahead_bytes() == 0) return;
    std::vector<model::StoredPlace> places;
    for (const Reads::Chunk& chunk : reads.chunks) {
      if (chunk.place) places.push_back(*chunk.place);
    }
    request_together(values.source(), values.variable(), places);
  }

  // ---- Workers ----

  void read(ReadTile& tile, const Reads& reads, Scratch& scratch) const {
    const StoredValues& values = *variables_[reads.variable];
    BoxValues& memory = tile.values[reads.variable];
    if (values.are_placed()) {
      return values.read_placed(tile.box, memory.memory.bytes().first(memory.size));
    }
    for (const Reads::Chunk& chunk : reads.chunks) {
      values.read_chunk(chunk.box, chunk.place, tile.box, memory.memory.bytes().data(), scratch);
    }
  }

  /// Looks at the tile, if these were its last reads.
  void end_reads(ReadTile& tile, std::size_t worker) const {
    if (--tile.unplaced > 0) return;
    try {
      if (tile.failure) std::rethrow_exception(tile.failure);
      LookedAt looked_at{tile.box, {}};
      for (const BoxValues& values : tile.values) looked_at.values.push_back(values.bytes());
      if (!is_cancelled_) tile.take = look_(looked_at, worker);
      tile.look.finish();
    } catch (...) {
      tile.look.finish(std::current_exception());
    }
  }

  std::vector<Scratch>& scratches_;
  const std::vector<const StoredValues*>& variables_;
  BoxSequence boxes_;
  std::size_t tiles_in_work_;
  const Look& look_;
  std::vector<std::size_t> most_bytes_;  ///< of a tile, for each variable
  std::vector<base::SpareBuffers> spares_;
  std::atomic<bool> is_cancelled_ = false;
  base::WorkerPool here_{1};
  base::WorkerPool& pool_;
  std::vector<std::optional<ChunksAhead>> ahead_;  ///< of variables on servers
  std::deque<ReadTileRef> tiles_;                  ///< in work
  std::optional<Reads> last_;                      ///< of the last tile, not submitted
};

}  // namespace

void TileReader::read(const std::vector<const StoredValues*>& variables, const BoxSequence& boxes,
                      std::size_t tiles_in_work, const Look& look) {
  try {
    Reading(scratches_, pool_, variables, boxes, tiles_in_work, look).run();
  } catch (...) {
    for (const StoredValues* values : variables) values->source().forget_announced();
    throw;
  }
}

BoxSequence boxes_of(model::ChunkGrid grid, std::optional<std::vector<std::size_t>> numbers) {
  const std::size_t count = numbers ? numbers->size() : grid.chunk_count();
  return [grid = std::move(grid), numbers = std::move(numbers), count,
          next = std::size_t{0}]() mutable -> std::optional<Box> {
    if (next == count) return std::nullopt;
    const std::size_t number = numbers ? (*numbers)[next] : next;
    ++next;
    return grid.within(grid.chunk_box(number));
  };
}

}  // namespace ncf::transcode
