// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dump/value_engine.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "base/threads/machine.hpp"
#include "ops/values/open_values.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::ops {
namespace {

using transcode::StoredValues;

constexpr std::size_t look_values = std::size_t{128} << 10;
constexpr std::size_t max_look_bytes = std::size_t{16} << 20;
/// For smaller variables, reading chunks separately is not worthwhile.
constexpr std::size_t min_variable_bytes = std::size_t{1} << 20;

/// Returns the limit for a tile; several are in memory at a time.
std::size_t max_tile_bytes() {
  constexpr std::uint64_t most = std::uint64_t{256} << 20;
  return static_cast<std::size_t>(std::min(most, base::machine_memory_bytes() / 16));
}

/// How a variable is read: in tiles whose values follow each other in C order.
struct DumpPlan {
  StoredValues values;
  std::size_t tile_values;
  std::size_t look_values;
};

/// Returns how to read whole chunks, each once; empty if the chunks that follow each other in C
/// order have too many values, or if there is no need.
std::optional<DumpPlan> plan_chunks(ValueEngine& engine, model::VariableId id) {
  const model::Schema& schema = engine.input.schema();
  const model::Variable& variable = schema.variables[id];
  const auto shape = schema.shape(variable);
  const std::size_t value_bytes = variable.type->size_bytes;
  if (variable.storage.layout != model::Layout::chunked || variable.filters.empty() ||
      model::value_count(shape) < min_variable_bytes / value_bytes) {
    return std::nullopt;
  }
  const std::size_t row = transcode::values_of_a_row(shape, variable.storage.chunk_shape);
  if (row > max_tile_bytes() / value_bytes) return std::nullopt;
  auto chunks = find_chunk_values(engine.input, id, engine.chains);
  if (!chunks) return std::nullopt;
  const bool is_looked_at_whole = row <= max_look_bytes / value_bytes;
  return DumpPlan{{engine.input, id, *std::move(chunks)},
                  std::max(row, look_values),
                  is_looked_at_whole ? std::max(row, look_values) : look_values};
}

DumpPlan plan_dump(ValueEngine& engine, model::VariableId id) {
  if (auto plan = plan_chunks(engine, id)) return *std::move(plan);
  const std::size_t value_bytes = engine.input.schema().variables[id].type->size_bytes;
  const std::size_t values =
      std::min(look_values, std::max<std::size_t>(1, max_look_bytes / value_bytes));
  return {open_unchunked(engine.input, id), values, values};
}

/// Boxes of text that wait to be used again.
class SpareTexts {
 public:
  std::shared_ptr<PreparedBox> take() {
    const std::lock_guard lock(mutex_);
    if (spares_.empty()) return std::make_shared<PreparedBox>();
    auto spare = std::move(spares_.back());
    spares_.pop_back();
    return spare;
  }
  void give(std::shared_ptr<PreparedBox> spare) {
    const std::lock_guard lock(mutex_);
    spares_.push_back(std::move(spare));
  }

 private:
  std::mutex mutex_;
  std::vector<std::shared_ptr<PreparedBox>> spares_;  ///< under mutex_
};

}  // namespace

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

std::optional<Error> write_values(ValueEngine& engine, model::VariableId id, ValueOutput& output,
                                  const std::function<void()>& flush) {
  SpareTexts spares;
  bool is_begun = false;
  bool is_flushing = false;  // errors then come from the output, not from the variable
  const auto append = [&](const std::shared_ptr<PreparedBox>& box) {
    if (!std::exchange(is_begun, true)) output.begin();
    output.append(*box);
    spares.give(box);
    is_flushing = true;
    flush();
    is_flushing = false;
  };
  const auto look = [&](const transcode::LookedAt& looked_at, std::size_t /*worker*/) {
    const std::shared_ptr<PreparedBox> box = spares.take();
    box->values = looked_at.values.front();
    output.prepare(*box);
    return [&append, box] { append(box); };
  };
  try {
    const DumpPlan plan = plan_dump(engine, id);
    const model::Schema& schema = engine.input.schema();
    const model::Variable& variable = schema.variables[id];
    const auto boxes =
        [walk = transcode::COrderWalk(schema.shape(variable), variable.storage.chunk_shape,
                                      plan.tile_values)]() mutable { return walk.next(); };
    engine.reader.read({&plan.values}, boxes, {engine.reader.worker_count() + 2, plan.look_values},
                       look);
    return std::nullopt;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted || is_flushing) throw;
    output.cut_short();
    return error;
  }
}

}  // namespace ncf::ops
