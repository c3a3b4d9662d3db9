// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dump/value_engine.hpp"

#include <algorithm>
#include <deque>
#include <exception>
#include <future>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "base/threads/machine.hpp"
#include "base/threads/stop.hpp"
#include "ops/values/open_values.hpp"
#include "transcode/values/slab_source.hpp"
#include "transcode/walks/chunks_ahead.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::ops {
namespace {

constexpr std::size_t box_values = std::size_t{128} << 10;
constexpr std::size_t max_box_bytes = std::size_t{16} << 20;
/// For smaller variables, reading chunks separately is not worthwhile.
constexpr std::size_t min_variable_bytes = std::size_t{1} << 20;

/// Returns the limit for a slab; several are in memory at a time.
std::size_t max_slab_bytes() {
  constexpr std::uint64_t most = std::uint64_t{256} << 20;
  return static_cast<std::size_t>(std::min(most, base::machine_memory_bytes() / 16));
}

std::size_t max_values_of(std::size_t value_bytes) {
  return std::min(box_values, std::max<std::size_t>(1, max_box_bytes / value_bytes));
}

std::size_t product(const std::vector<std::size_t>& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), std::size_t{1}, std::multiplies<>());
}

using transcode::Scratch;

/// A box being read and formatted.
struct BoxInWork {
  std::unique_ptr<transcode::PendingValues> values;
  PreparedBox prepared;
  std::exception_ptr failure;  ///< of reading the box
  std::future<void> ready;     ///< the future of the job, if any
};

class VariableDump {
 public:
  VariableDump(ValueEngine& engine, model::VariableId id, ValueOutput& output,
               const std::function<void()>& flush)
      : engine_(engine),
        source_(engine.open_source(id)),
        walk_(make_walk(engine.schema(), id, source_.max_values)),
        output_(output),
        flush_(flush) {
    const model::Schema& schema = engine.schema();
    const model::Variable& variable = schema.variables[id];
    const bool is_chunked = variable.storage.layout == model::Layout::chunked;
    if (!is_chunked || engine.input().ahead_bytes() == 0) return;
    ahead_.emplace(engine.input(), id,
                   model::ChunkGrid(schema.shape(variable), variable.storage.chunk_shape),
                   chunks_of_boxes(schema, id, source_.max_values));
  }
  VariableDump(const VariableDump&) = delete;
  VariableDump& operator=(const VariableDump&) = delete;
  /// Waits for the jobs, which use the members.
  ~VariableDump() {
    for (const auto& box : in_work_) {
      if (box->ready.valid()) box->ready.wait();
    }
  }

  std::optional<Error> run() {
    try {
      read_ahead();
      while (!in_work_.empty()) {
        base::throw_if_stopped();
        await(*in_work_.front());
        append(*in_work_.front());
        spare_ = std::move(in_work_.front());
        in_work_.pop_front();
        read_ahead();
      }
      return std::nullopt;
    } catch (const Error& error) {
      if (error.code() == ErrorCode::interrupted || is_flushing_) throw;
      output_.cut_short();
      return error;
    }
  }

 private:
  /// Reads as many boxes as keep all threads busy. A failure is reported in its turn.
  void read_ahead() {
    const std::size_t max_in_work = engine_.thread_count() + 2;
    while (!has_failed_ && in_work_.size() < max_in_work) {
      const auto next = walk_.next();
      if (!next) return;
      in_work_.push_back(spare_ ? std::exchange(spare_, nullptr) : std::make_unique<BoxInWork>());
      BoxInWork& box = *in_work_.back();
      try {
        if (ahead_) ahead_->begin_group();
        box.values = source_.values->read(*next);
      } catch (const Error&) {
        has_failed_ = true;
        box.failure = std::current_exception();
        return;
      }
      start(box, is_whole(*next));
    }
  }

  /// Returns whether the box is the whole variable and too small for other threads.
  [[nodiscard]] bool is_whole(const model::Box& box) const {
    constexpr std::size_t few_values = 4096;
    return in_work_.size() == 1 && box.value_count() <= few_values;
  }

  void start(BoxInWork& box, bool is_done_here) {
    if (is_done_here) {
      Scratch scratch;
      prepare(box, scratch);
      return;
    }
    box.ready = engine_.pool().start(
        [this, &box](std::size_t worker) { prepare(box, engine_.scratch(worker)); });
  }

  /// Formats a box, on any thread.
  void prepare(BoxInWork& box, Scratch& scratch) const {
    box.prepared.values = box.values->decode(scratch);
    output_.prepare(box.prepared);
  }

  static void await(BoxInWork& box) {
    if (box.failure) std::rethrow_exception(box.failure);
    if (box.ready.valid()) box.ready.get();
  }

  void append(const BoxInWork& box) {
    if (!std::exchange(is_begun_, true)) output_.begin();
    output_.append(box.prepared);
    is_flushing_ = true;
    flush_();
    is_flushing_ = false;
  }

  static transcode::COrderWalk make_walk(const model::Schema& schema, model::VariableId id,
                                         std::size_t max_values) {
    const model::Variable& variable = schema.variables[id];
    return {schema.shape(variable), variable.storage.chunk_shape, max_values};
  }

  /// Returns the chunks of each box; a chunk of several boxes is read for the first of them. Boxes
  /// end where rows of chunks do, so chunks of earlier rows do not come again.
  static transcode::ChunksAhead::Groups chunks_of_boxes(const model::Schema& schema,
                                                        model::VariableId id,
                                                        std::size_t max_values) {
    const model::Variable& variable = schema.variables[id];
    return [walk = make_walk(schema, id, max_values),
            grid = model::ChunkGrid(schema.shape(variable), variable.storage.chunk_shape),
            read = std::unordered_set<std::size_t>(),
            row = std::size_t{0}]() mutable -> std::optional<std::vector<std::size_t>> {
      const auto box = walk.next();
      if (!box) return std::nullopt;
      std::vector<std::size_t> chunks = grid.chunks_of(*box);
      const std::size_t row_of_box = box->start.front() / grid.chunk_shape().front();
      if (row_of_box != std::exchange(row, row_of_box)) read.clear();
      std::erase_if(chunks, [&](std::size_t chunk) { return !read.insert(chunk).second; });
      return chunks;
    };
  }

  ValueEngine& engine_;
  ValueEngine::Source source_;
  transcode::COrderWalk walk_;
  std::optional<transcode::ChunksAhead> ahead_;  ///< for a source on a server
  ValueOutput& output_;
  const std::function<void()>& flush_;
  bool is_begun_ = false;
  bool is_flushing_ = false;  ///< errors then come from the output, not from the variable
  bool has_failed_ = false;
  std::unique_ptr<BoxInWork> spare_;  ///< for reuse of its memory
  std::deque<std::unique_ptr<BoxInWork>> in_work_;
};

}  // namespace

ValueEngine::Source ValueEngine::open_source(model::VariableId id) {
  if (auto source = open_chunk_source(id)) return std::move(*source);
  const std::size_t value_bytes = input_.schema().variables[id].type->size_bytes;
  return {open_through_store(input_, id), max_values_of(value_bytes)};
}

std::optional<ValueEngine::Source> ValueEngine::open_chunk_source(model::VariableId id) {
  const model::Schema& schema = input_.schema();
  const model::Variable& variable = schema.variables[id];
  const auto shape = schema.shape(variable);
  const std::size_t value_bytes = variable.type->size_bytes;
  if (variable.storage.layout != model::Layout::chunked || variable.filters.empty() ||
      product(shape) < min_variable_bytes / value_bytes) {
    return std::nullopt;
  }
  const std::size_t slab = transcode::slab_values(shape, variable.storage.chunk_shape);
  if (slab > max_slab_bytes() / value_bytes) return std::nullopt;
  auto values = find_chunk_values(input_, id, chains_);
  if (!values) return std::nullopt;
  if (slab <= max_box_bytes / value_bytes) {
    return Source{transcode::make_chunk_source(input_, id, std::move(*values)),
                  std::max(slab, box_values)};
  }
  const auto scratch_of = [this](std::size_t worker) -> transcode::Scratch& {
    return scratch(worker);
  };
  return Source{transcode::make_slab_source(input_, id, std::move(*values), {pool(), scratch_of}),
                box_values};
}

base::WorkerPool& ValueEngine::pool() {
  if (!pool_) {
    pool_.emplace(threads_);
    scratches_.resize(pool_->worker_count());
  }
  return *pool_;
}

bool holds_values(const model::Schema& schema, const model::Variable& variable) {
  const auto shape = schema.shape(variable);
  return std::find(shape.begin(), shape.end(), 0U) == shape.end();
}

bool awaits_records(const model::Schema& schema, const model::Variable& variable) {
  return std::any_of(
      variable.dimensions.begin(), variable.dimensions.end(), [&](model::DimensionId id) {
        return schema.dimensions[id].is_unlimited && schema.dimensions[id].length == 0;
      });
}

std::optional<Error> write_values(ValueEngine& engine, model::VariableId variable,
                                  ValueOutput& output, const std::function<void()>& flush) {
  std::optional<VariableDump> dump;
  std::optional<Error> failure;
  try {
    dump.emplace(engine, variable, output, flush);
  } catch (const Error& error) {
    output.cut_short();
    failure = error;
  }
  if (dump) failure = dump->run();
  dump.reset();
  if (failure) engine.input().forget_announced();
  return failure;
}

}  // namespace ncf::ops
