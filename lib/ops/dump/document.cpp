// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dump/document.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/threads/machine.hpp"
#include "cdl/write/cdl_writer.hpp"
#include "cdl/write/json_writer.hpp"
#include "ops/values/value_scan.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::ops {
namespace {

using model::GroupId;
using model::VariableId;

class CdlDocument final : public Document {
 public:
  CdlDocument(const model::Schema& schema, const CdlStyle& style, model::Provenance provenance)
      : schema_(schema), writer_(schema, style, std::move(provenance)) {}

  std::string& text() noexcept override { return writer_.text(); }
  void begin(std::string_view name) override { writer_.begin(name); }
  void begin_group(GroupId group, bool shows_values) override {
    writer_.begin_group(group);
    writer_.define(group);
    const bool has_variables =
        std::any_of(schema_.variables.begin(), schema_.variables.end(),
                    [group](const auto& variable) { return variable.group == group; });
    if (shows_values && has_variables) writer_.begin_data();
  }
  void choose_values(VariableId variable) override {
    value_bytes_ = schema_.variables[variable].type->size_bytes;
    formatter_.emplace(writer_.formatter(variable));
    layout_.emplace(writer_.variable_text(variable));
  }
  void prepare(PreparedBox& box) const override {
    box.texts.clear();
    if (!layout_->is_text()) {
      formatter_->append(box.texts, box.values.data(), box.values.size() / value_bytes_);
    }
  }
  void begin_values() override { layout_->begin(text()); }
  void append(const PreparedBox& box) override {
    if (layout_->is_text()) {
      const auto* const begin = reinterpret_cast<const char*>(box.values.data());
      layout_->append_characters(text(), {begin, box.values.size()});
    } else {
      layout_->append(text(), box.texts);
    }
  }
  void cut_short() override { layout_->cut_short(text()); }
  void remark(std::string_view text) override { writer_.comment(text); }
  void end_group(GroupId group) override { writer_.end_group(group); }
  void end() override { writer_.end(); }

 private:
  const model::Schema& schema_;
  cdl::CdlWriter writer_;
  // Of the chosen variable:
  std::size_t value_bytes_ = 0;
  std::optional<cdl::ValueFormatter> formatter_;
  std::optional<cdl::VariableText> layout_;
};

class JsonDocument final : public Document {
 public:
  JsonDocument(const model::Schema& schema, const CdlStyle& style)
      : schema_(schema),
        date_separator_(style.date_separator),
        time_axes_(schema),
        writer_(schema) {}

  std::string& text() noexcept override { return writer_.text(); }
  void begin_group(GroupId group, bool /*shows_values*/) override { writer_.begin_group(group); }
  void begin_variable(VariableId variable) override { writer_.begin_variable(variable); }
  void choose_values(VariableId variable) override {
    std::optional<cdl::JsonDates> dates;
    if (date_separator_) {
      if (const auto axis = time_axes_.of(variable)) dates = {*axis, *date_separator_};
    }
    value_bytes_ = schema_.variables[variable].type->size_bytes;
    values_.emplace(schema_, schema_.variables[variable], dates);
  }
  void begin_values() override { writer_.begin_data(); }
  void append(const PreparedBox& box) override {
    values_->append(text(), box.values.data(), box.values.size() / value_bytes_);
  }
  void cut_short() override { values_->cut_short(text()); }
  void end_variable() override { writer_.end_variable(); }
  void end_variables(GroupId group) override { writer_.end_variables(group); }
  void end_group(GroupId /*group*/) override { writer_.end_group(); }

 private:
  const model::Schema& schema_;
  std::optional<char> date_separator_;
  cdl::TimeAxes time_axes_;
  cdl::JsonWriter writer_;
  // Of the chosen variable:
  std::size_t value_bytes_ = 0;
  std::optional<cdl::JsonValues> values_;
};

constexpr std::size_t large_piece = std::size_t{256} << 10;
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
  transcode::StoredValues values;
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

std::unique_ptr<Document> make_cdl_document(model::Source& input, const CdlStyle& style) {
  model::Provenance provenance;
  if (style.special_attributes) provenance = input.provenance();
  return std::make_unique<CdlDocument>(input.schema(), style, std::move(provenance));
}

std::unique_ptr<Document> make_json_document(const model::Schema& schema, const CdlStyle& style) {
  return std::make_unique<JsonDocument>(schema, style);
}

bool holds_values(const model::Schema& schema, const model::Variable& variable) {
  const auto shape = schema.shape(variable);
  return std::find(shape.begin(), shape.end(), 0U) == shape.end();
}

std::optional<Error> write_values(ValueEngine& engine, model::VariableId id, Document& document,
                                  const TextSink& sink) {
  document.choose_values(id);
  SpareTexts spares;
  bool is_begun = false;
  bool is_flushing = false;  // errors then come from the output, not from the variable
  const auto append = [&](const std::shared_ptr<PreparedBox>& box) {
    if (!std::exchange(is_begun, true)) document.begin_values();
    document.append(*box);
    spares.give(box);
    std::string& text = document.text();
    if (text.size() < large_piece) return;
    is_flushing = true;
    sink(text);
    is_flushing = false;
    text.clear();
  };
  const auto look = [&](const transcode::LookedAt& looked_at, std::size_t /*worker*/) {
    const std::shared_ptr<PreparedBox> box = spares.take();
    box->values = looked_at.values.front();
    document.prepare(*box);
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
    if (is_begun) document.cut_short();
    return error;
  }
}

}  // namespace ncf::ops
