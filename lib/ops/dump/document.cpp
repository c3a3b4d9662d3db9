// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/dump/document.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/threads/in_order.hpp"
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
/// Values that one job formats, and the limit for a tile that one job formats as a whole.
constexpr std::size_t job_values = std::size_t{128} << 10;
constexpr std::size_t max_job_bytes = std::size_t{16} << 20;
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
  return DumpPlan{{engine.input, id, *std::move(chunks)}, std::max(row, job_values)};
}

DumpPlan plan_dump(ValueEngine& engine, model::VariableId id) {
  if (auto plan = plan_chunks(engine, id)) return *std::move(plan);
  const std::size_t value_bytes = engine.input.schema().variables[id].type->size_bytes;
  const std::size_t values =
      std::min(job_values, std::max<std::size_t>(1, max_job_bytes / value_bytes));
  return {open_unchunked(engine.input, id), values};
}

/// The values of a variable as text: any thread formats them, and the I/O thread appends them.
class FormattedValues {
 public:
  /// All arguments must outlive this object.
  FormattedValues(Document& document, const model::Schema& schema, VariableId id,
                  transcode::TileReader& reader, const TextSink& sink)
      : document_(document),
        part_bytes_(job_values * schema.variables[id].type->size_bytes),
        reader_(reader),
        sink_(sink) {
    document.choose_values(id);
  }

  /// Returns how many boxes are formatted before their turn to be appended.
  [[nodiscard]] std::size_t boxes_ahead() const noexcept { return reader_.worker_count() + 2; }

  /// Formats the values of a tile. Returns what appends them.
  std::function<void()> look(std::span<const std::byte> values) {
    if (values.size() > max_job_bytes) return [this, values] { append_in_parts(values); };
    return [this, box = format(values)] { append(box); };
  }

  /// Returns whether an error comes from the output, not from the variable.
  [[nodiscard]] bool is_flushing() const noexcept { return is_flushing_; }
  /// Called after an error.
  void cut_short() {
    if (is_begun_) document_.cut_short();
  }

 private:
  using BoxRef = std::shared_ptr<PreparedBox>;

  BoxRef format(std::span<const std::byte> values) {
    BoxRef box = take_spare();
    box->values = values;
    document_.prepare(*box);
    return box;
  }

  BoxRef take_spare() {
    const std::lock_guard lock(mutex_);
    if (spares_.empty()) return std::make_shared<PreparedBox>();
    BoxRef spare = std::move(spares_.back());
    spares_.pop_back();
    return spare;
  }

  void append(const BoxRef& box) {
    if (!std::exchange(is_begun_, true)) document_.begin_values();
    document_.append(*box);
    {
      const std::lock_guard lock(mutex_);
      spares_.push_back(box);
    }
    std::string& text = document_.text();
    if (text.size() < large_piece) return;
    is_flushing_ = true;
    sink_(text);
    is_flushing_ = false;
    text.clear();
  }

  /// So that the text of a large tile is never in memory as a whole.
  void append_in_parts(std::span<const std::byte> values) {
    base::InOrder<BoxRef> parts;
    while (!values.empty()) {
      if (parts.size() == boxes_ahead()) append(parts.end_oldest());
      const auto part = values.first(std::min(values.size(), part_bytes_));
      values = values.subspan(part.size());
      parts.start(reader_.pool(), nullptr, 0,
                  [this, part](BoxRef& box, std::size_t /*worker*/) { box = format(part); });
    }
    while (!parts.is_empty()) append(parts.end_oldest());
  }

  Document& document_;
  std::size_t part_bytes_;
  transcode::TileReader& reader_;
  const TextSink& sink_;
  bool is_begun_ = false;
  bool is_flushing_ = false;
  std::mutex mutex_;
  std::vector<BoxRef> spares_;  ///< under mutex_; boxes whose memory is used again
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
  const model::Schema& schema = engine.input.schema();
  const model::Variable& variable = schema.variables[id];
  FormattedValues formatted(document, schema, id, engine.reader, sink);
  try {
    const DumpPlan plan = plan_dump(engine, id);
    const auto boxes =
        [walk = transcode::COrderWalk(schema.shape(variable), variable.storage.chunk_shape,
                                      plan.tile_values)]() mutable { return walk.next(); };
    const bool are_large = plan.tile_values * variable.type->size_bytes > max_job_bytes;
    engine.reader.read({&plan.values}, boxes, are_large ? 2 : formatted.boxes_ahead(),
                       [&formatted](const transcode::LookedAt& tile, std::size_t /*worker*/) {
                         return formatted.look(tile.values.front());
                       });
    return std::nullopt;
  } catch (const Error& error) {
    if (error.code() == ErrorCode::interrupted || formatted.is_flushing()) throw;
    formatted.cut_short();
    return error;
  }
}

}  // namespace ncf::ops
