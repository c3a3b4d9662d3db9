// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/generate/value_pass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "cdl/read/array_reader.hpp"
#include "cdl/read/fill.hpp"
#include "cdl/read/parser.hpp"
#include "model/schema/fill_values.hpp"
#include "ncf/error.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::ops {
namespace {

/// Splits values in C order into boxes: `rows` indices along dimension `level`, one index of each
/// earlier dimension, all of each later one.
class BoxPlan {
 public:
  BoxPlan(const model::Variable& variable, std::vector<std::size_t> shape, const BoxLimits& limits)
      : shape_(std::move(shape)), total_(product(0)) {
    const std::size_t most = max_values(variable, limits);
    const auto& chunk = variable.storage.chunk_shape;
    while (level_ + 1 < shape_.size() && product(level_ + 1) > most) ++level_;
    if (shape_.empty()) return;
    row_ = std::max<std::size_t>(1, product(level_ + 1));
    const std::size_t rows = std::max<std::size_t>(1, most / row_);
    const std::size_t chunk_rows = chunk.size() == shape_.size() ? chunk[level_] : 1;
    rows_ = rows > chunk_rows && chunk_rows > 0 ? rows / chunk_rows * chunk_rows : rows;
  }

  [[nodiscard]] cdl::BlockPlan blocks() const {
    const std::size_t length = shape_.empty() ? 1 : shape_[level_];
    return {total_, std::max<std::size_t>(1, length * row_),
            std::max<std::size_t>(1, std::min(rows_, length) * row_)};
  }

  [[nodiscard]] model::Box box(std::size_t first, std::size_t count) const {
    model::Box box;
    box.start.resize(shape_.size());
    box.count.assign(shape_.size(), 1);
    for (std::size_t i = shape_.size(); i > 0; --i) {
      box.start[i - 1] = first % shape_[i - 1];
      first /= shape_[i - 1];
      if (i - 1 > level_) box.count[i - 1] = shape_[i - 1];
    }
    if (!shape_.empty()) box.count[level_] = count / row_;
    return box;
  }

 private:
  [[nodiscard]] std::size_t product(std::size_t from) const {
    return std::accumulate(shape_.begin() + static_cast<std::ptrdiff_t>(from), shape_.end(),
                           std::size_t{1}, std::multiplies<>());
  }

  static std::size_t max_values(const model::Variable& variable, const BoxLimits& limits) {
    const std::size_t most = transcode::values_of_a_call(limits.bytes, variable.type->size_bytes,
                                                         {variable.storage.chunk_shape});
    if (variable.type->is_fixed_size) return most;
    return std::max<std::size_t>(1, std::min(most, limits.variable_length_values));
  }

  std::vector<std::size_t> shape_;
  std::size_t total_;
  std::size_t level_ = 0;
  std::size_t row_ = 1;
  std::size_t rows_ = 1;
};

/// Returns whether the variable is the planned one. The two readings differ if the text has errors,
/// because the first skips values without parsing them, or if the text changed meanwhile.
bool is_as_planned(const model::Schema& plan, const model::Schema& schema, model::VariableId id) {
  if (id >= plan.variables.size()) return false;
  const model::Variable& planned = plan.variables[id];
  const model::Variable& variable = schema.variables[id];
  const auto is_same = [&](model::DimensionId dimension) {
    if (dimension >= plan.dimensions.size()) return false;
    const model::Dimension& was = plan.dimensions[dimension];
    const model::Dimension& is = schema.dimensions[dimension];
    return was.is_unlimited == is.is_unlimited && (is.is_unlimited || was.length == is.length);
  };
  return planned.name == variable.name && planned.group == variable.group &&
         planned.dimensions == variable.dimensions &&
         model::same_type(*planned.type, *variable.type) &&
         std::all_of(variable.dimensions.begin(), variable.dimensions.end(), is_same);
}

class ValuePass {
 public:
  ValuePass(const InputText& text, const GeneratePlan& plan, const model::Schema& made,
            const CdlMessageHandler& on_message, const BoxHandler& on_box, const BoxLimits& limits)
      : name_(text.name()),
        window_(text.source()),
        diagnostics_(
            text.name(), on_message ? on_message : [](const std::string&) {}),
        plan_(plan),
        made_(made),
        on_box_(on_box),
        limits_(limits),
        has_values_(made.variables.size(), false) {}

  void run() {
    const auto on_data = [this](const model::Schema& schema, model::VariableId variable,
                                cdl::Lexer& lexer) { read_variable(schema, variable, lexer); };
    plugin::PluginFilters filters;
    (void)cdl::Parser(window_, diagnostics_, on_data, {plan_.int64_is_int, filters}).parse();
    if (diagnostics_.errors() > 0) throw diagnostics_.summary();
    if (plan_.is_faulty) {
      throw Error(ErrorCode::internal,
                  name_ + ": the second reading did not find the error of the first");
    }
  }

 private:
  void read_variable(const model::Schema& schema, model::VariableId id, cdl::Lexer& lexer) {
    const bool is_planned = is_as_planned(made_, schema, id);
    if (!is_planned && !plan_.is_faulty) {
      throw Error(ErrorCode::io, "the text was changed while it was read; try again")
          .add_context(name_);
    }
    // In a text with errors, lengths are uncertain, and the error may be in the values that
    // determine them.
    if (!is_planned || (plan_.is_faulty && schema.has_unlimited(schema.variables[id]))) {
      std::vector<std::size_t> lengths(schema.dimensions.size());
      cdl::LengthCounter(schema, id, lexer, diagnostics_, lengths).count();
      return;
    }
    const model::Variable& variable = made_.variables[id];
    if (has_values_[id]) {
      throw cdl::Fault{lexer.peek().span,
                       fmt::format("variable {} has its values already", variable.name)};
    }
    if (!cdl::fits_any_file(made_, variable)) {
      throw cdl::Fault{lexer.peek().span,
                       fmt::format("variable {} is larger than any file", variable.name)};
    }
    has_values_[id] = true;
    const std::vector<std::size_t> shape = made_.shape(variable);
    const BoxPlan boxes(variable, shape, limits_);
    const model::Values fill = fill_value_for_text(schema.variables[id]);
    const cdl::BlockPlan blocks = boxes.blocks();
    cdl::ValueStream stream(fill, blocks, [&](std::size_t first, const model::Values& values) {
      if (on_box_ && diagnostics_.errors() == 0) {
        on_box_(id, boxes.box(first, values.count()), values);
      }
    });
    cdl::ArrayReader reader(schema, id, shape, lexer, diagnostics_, stream);
    if (plan_.int64_is_int) reader.forbid_other_bits();
    reader.read();
    if (must_write_fill(variable)) stream.fill(blocks.total - stream.position());
    stream.finish();
  }

  const std::string& name_;
  cdl::TextWindow window_;
  cdl::Diagnostics diagnostics_;
  const GeneratePlan& plan_;
  const model::Schema& made_;
  const BoxHandler& on_box_;
  const BoxLimits& limits_;
  std::vector<bool> has_values_;
};

}  // namespace

bool must_write_fill(const model::Variable& variable) {
  return variable.no_fill || !variable.type->is_atomic();
}

model::Values fill_value_for_text(const model::Variable& variable) {
  const model::Values* const given = model::find_fitting_fill_value(variable);
  return given != nullptr ? *given : cdl::fill_value(variable.type);
}

void read_values(const InputText& text, const GeneratePlan& plan, const model::Schema& made,
                 const CdlMessageHandler& on_message, const BoxHandler& on_box,
                 const BoxLimits& limits) {
  ValuePass(text, plan, made, on_message, on_box, limits).run();
}

}  // namespace ncf::ops
