// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/values/tile_reader.hpp"

#include <algorithm>
#include <exception>
#include <future>
#include <iterator>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "base/threads/in_order.hpp"
#include "base/threads/stop.hpp"
#include "transcode/tiles/piece.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::transcode {
namespace {

using base::WorkerPool;
using model::Box;

/// Decoded bytes in a job, so that its cost does not matter.
constexpr std::size_t job_values_bytes = std::size_t{1} << 20;
/// A variable with no more values is not worth waking another thread.
constexpr std::size_t few_values = 4096;

/// A tile, and who waits for its values.
class ReadTile {
 public:
  ReadTile(Box covered, std::size_t variables,
           std::shared_ptr<std::vector<base::SpareBuffers>> spares)
      : box(std::move(covered)), values(variables), spares_(std::move(spares)) {}
  ReadTile(const ReadTile&) = delete;
  ReadTile& operator=(const ReadTile&) = delete;
  ~ReadTile() {
    for (std::size_t i = 0; i < values.size(); ++i) (*spares_)[i].give(std::move(values[i].memory));
  }

  /// Reserves memory for the values of a variable. most_bytes: of its largest tile.
  void reserve(std::size_t variable, std::size_t bytes, std::size_t most_bytes) {
    BoxValues& reserved = values[variable];
    reserved.memory = (*spares_)[variable].take(most_bytes);
    reserved.size = bytes;
  }

  /// Starts a job when all values are in place; its future then has the failure, if any.
  std::future<void> start(WorkerPool& pool, WorkerPool::Job job) {
    const auto task = std::make_shared<Task>([this, job = std::move(job)](std::size_t worker) {
      if (failure_) std::rethrow_exception(failure_);
      job(worker);
    });
    std::future<void> result = task->get_future();
    {
      const std::lock_guard lock(mutex_);
      if (unplaced_ > 0) {
        waiting_.push_back(task);
        return result;
      }
    }
    pool.submit([task](std::size_t worker) { (*task)(worker); });
    return result;
  }

  /// Counts a job that will call `placed`, besides the one that is counted from the beginning.
  void expect_job() {
    const std::lock_guard lock(mutex_);
    ++unplaced_;
  }
  [[nodiscard]] bool has_failed() {
    const std::lock_guard lock(mutex_);
    return failure_ != nullptr;
  }
  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
  }
  /// Ends a job. The last one goes on with what waits.
  void placed(WorkerPool& pool, std::size_t worker) {
    std::vector<std::shared_ptr<Task>> waiting;
    {
      const std::lock_guard lock(mutex_);
      if (--unplaced_ > 0) return;
      waiting = std::move(waiting_);
    }
    for (std::size_t i = 1; i < waiting.size(); ++i) {
      pool.submit([task = waiting[i]](std::size_t other) { (*task)(other); });
    }
    if (!waiting.empty()) (*waiting.front())(worker);
  }

  Box box;
  std::vector<BoxValues> values;

 private:
  using Task = std::packaged_task<void(std::size_t)>;

  std::shared_ptr<std::vector<base::SpareBuffers>> spares_;
  std::mutex mutex_;
  std::size_t unplaced_ = 1;                    ///< jobs; under mutex_
  std::exception_ptr failure_;                  ///< under mutex_ until no job is left
  std::vector<std::shared_ptr<Task>> waiting_;  ///< under mutex_
};

using TileRef = std::shared_ptr<ReadTile>;

/// Chunks of a variable that one job reads into a tile.
struct Part {
  struct Chunk {
    Box box;
    std::optional<model::StoredPlace> place;  ///< empty if it is missing
  };
  std::size_t variable = 0;
  std::vector<Chunk> chunks;
};

/// Returns the chunks that are found for each box.
ChunksAhead::Groups chunks_found(const model::ChunkGrid& grid, BoxSequence boxes) {
  return [&grid, boxes = std::move(boxes)]() -> std::optional<std::vector<std::size_t>> {
    const auto box = boxes();
    if (!box) return std::nullopt;
    return grid.chunks_of(*box);
  };
}

/// Returns the chunks that the store reads for each box: one of several boxes, for the first. Boxes
/// end where rows of chunks do, so chunks of earlier rows do not come again.
ChunksAhead::Groups chunks_of_store(model::ChunkGrid grid, BoxSequence boxes) {
  return
      [grid = std::move(grid), boxes = std::move(boxes), read = std::unordered_set<std::size_t>(),
       row = std::size_t{0}]() mutable -> std::optional<std::vector<std::size_t>> {
        const auto box = boxes();
        if (!box) return std::nullopt;
        std::vector<std::size_t> chunks = grid.chunks_of(*box);
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
  if (const ChunkValues* const chunks = values.chunks()) {
    return ChunksAhead(source, values.variable(), chunks->grid(),
                       chunks_found(chunks->grid(), boxes));
  }
  const model::ChunkGrid grid(schema.shape(variable), variable.storage.chunk_shape);
  return ChunksAhead(source, values.variable(), grid, chunks_of_store(grid, boxes));
}

/// Reads one sequence of tiles.
class Reading {
 public:
  Reading(std::vector<Scratch>& scratches, WorkerPool& pool,
          const std::vector<const StoredValues*>& variables, const BoxSequence& boxes,
          const ReadLimits& limits, const Look& look)
      : scratches_(scratches),
        variables_(variables),
        boxes_(boxes),
        limits_(limits),
        look_(look),
        most_bytes_(variables.size()),
        spares_(std::make_shared<std::vector<base::SpareBuffers>>(variables.size())),
        pool_(is_small() ? here_ : pool) {
    for (const StoredValues* values : variables) ahead_.push_back(announce(*values, boxes));
  }

  void run() {
    begin_looks();
    while (!looks_.is_empty()) {
      const Looking ended = looks_.end_oldest();
      if (ended.take) ended.take();
      begin_looks();
    }
  }

 private:
  struct Looking {
    TileRef tile;
    std::size_t begin;  ///< the first value
    std::size_t count;
    std::function<void()> take = {};
  };

  /// Returns whether there is a single tile that is too small for other threads.
  [[nodiscard]] bool is_small() const {
    BoxSequence boxes = boxes_;
    const auto first = boxes();
    return !first || (first->value_count() <= few_values && !boxes());
  }

  void begin_looks() {
    while (looks_.size() < limits_.looks_in_work) {
      if (tile_ != nullptr && begin_ < tile_->box.value_count()) {
        if (tile_->has_failed()) return;
        begin_look();
      } else if (!begin_tile()) {
        return;
      }
    }
  }

  // What waits for a tile comes before the jobs that it waits for, so the last of these does it.
  bool begin_tile() {
    if (tile_ != nullptr && tile_->has_failed()) return false;
    auto box = boxes_();
    if (!box) return false;
    tile_ = std::make_shared<ReadTile>(*std::move(box), variables_.size(), spares_);
    begin_ = 0;
    begin_look();
    std::optional<Part> last;
    try {
      for (std::size_t i = 0; i < variables_.size(); ++i) find(i, last);
    } catch (...) {
      tile_->fail(std::current_exception());
    }
    submit(last ? *std::move(last) : Part());
    return true;
  }

  void begin_look() {
    const std::size_t count = std::min(limits_.values_of_a_look, tile_->box.value_count() - begin_);
    looks_.start_by([&](WorkerPool::Job job) { return tile_->start(pool_, std::move(job)); },
                    Looking{tile_, begin_, count}, 0,
                    [this](Looking& looking, std::size_t worker) { look(looking, worker); });
    begin_ += count;
  }

  void look(Looking& looking, std::size_t worker) const {
    LookedAt looked_at{looking.tile->box, {}};
    for (std::size_t i = 0; i < variables_.size(); ++i) {
      const std::size_t bytes = variables_[i]->value_bytes();
      looked_at.values.push_back(
          looking.tile->values[i].bytes().subspan(looking.begin * bytes, looking.count * bytes));
    }
    looking.take = look_(looked_at, worker);
  }

  /// Finds the values of a variable in the tile, and submits all parts of them but the last one.
  void find(std::size_t variable, std::optional<Part>& last) {
    const StoredValues& values = *variables_[variable];
    if (ahead_[variable]) ahead_[variable]->begin_group();
    if (values.chunks() == nullptr && !values.are_placed()) {
      tile_->values[variable].values = values.read_by_store(tile_->box);
      return;
    }
    const std::size_t bytes = tile_->box.value_count() * values.value_bytes();
    most_bytes_[variable] = std::max(most_bytes_[variable], bytes);
    tile_->reserve(variable, bytes, most_bytes_[variable]);
    if (values.are_placed()) return next_part(variable, last);
    const ChunkValues& chunks = *values.chunks();
    const std::size_t chunks_of_a_job =
        std::max<std::size_t>(1, job_values_bytes / chunks.chunk_bytes());
    for (const std::size_t number : chunks.grid().chunks_of(tile_->box)) {
      base::throw_if_stopped();
      if (ahead_[variable]) ahead_[variable]->will_find(number);
      if (!last || last->variable != variable || last->chunks.size() >= chunks_of_a_job) {
        next_part(variable, last);
      }
      Box chunk = chunks.grid().chunk_box(number);
      const auto place = values.find(chunk);
      last->chunks.push_back({std::move(chunk), place});
    }
  }

  void next_part(std::size_t variable, std::optional<Part>& last) {
    if (last) {
      tile_->expect_job();
      submit(*std::exchange(last, std::nullopt));
    }
    last = Part{variable, {}};
  }

  void submit(Part part) noexcept {
    try {
      request(part);
      pool_.submit([this, tile = tile_, part = std::move(part)](std::size_t worker) {
        try {
          if (!tile->has_failed()) read(*tile, part, scratches_[worker]);
        } catch (...) {
          tile->fail(std::current_exception());
        }
        tile->placed(pool_, worker);
      });
    } catch (...) {
      tile_->fail(std::current_exception());
      tile_->placed(pool_, 0);
    }
  }

  /// Lets a server send what the job will read.
  void request(const Part& part) const {
    const StoredValues& values = *variables_[part.variable];
    if (part.chunks.empty() || values.source().ahead_bytes() == 0) return;
    std::vector<model::StoredPlace> places;
    for (const Part::Chunk& chunk : part.chunks) {
      if (chunk.place) places.push_back(*chunk.place);
    }
    request_together(values.source(), values.variable(), places);
  }

  void read(ReadTile& tile, const Part& part, Scratch& scratch) const {
    const StoredValues& values = *variables_[part.variable];
    BoxValues& memory = tile.values[part.variable];
    if (values.are_placed()) {
      return values.read_placed(tile.box, memory.memory.bytes().first(memory.size));
    }
    for (const Part::Chunk& chunk : part.chunks) {
      values.read_chunk(chunk.box, chunk.place, tile.box, memory.memory.bytes().data(), scratch);
    }
  }

  std::vector<Scratch>& scratches_;
  const std::vector<const StoredValues*>& variables_;
  BoxSequence boxes_;
  const ReadLimits& limits_;
  const Look& look_;
  std::vector<std::size_t> most_bytes_;  ///< of a tile, for each variable
  std::shared_ptr<std::vector<base::SpareBuffers>> spares_;
  base::WorkerPool here_{1};
  base::WorkerPool& pool_;
  std::vector<std::optional<ChunksAhead>> ahead_;  ///< of variables on servers
  TileRef tile_;                                   ///< the last one
  std::size_t begin_ = 0;                          ///< of its next look
  base::InOrder<Looking> looks_;                   ///< last: their jobs use the rest
};

}  // namespace

void TileReader::read(const std::vector<const StoredValues*>& variables, const BoxSequence& boxes,
                      const ReadLimits& limits, const Look& look) {
  try {
    Reading(scratches_, pool_, variables, boxes, limits, look).run();
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
