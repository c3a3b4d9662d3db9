// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/generate/value_pass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
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

/// Returns the walk over the boxes of a variable.
transcode::COrderWalk walk_over(const model::Variable& variable,
                                const std::vector<std::size_t>& shape, const BoxLimits& limits) {
  std::vector<std::size_t> chunk = variable.storage.chunk_shape;
  if (chunk.size() != shape.size()) chunk.clear();
  for (std::size_t& length : chunk) length = std::max<std::size_t>(1, length);
  std::size_t most = transcode::values_of_a_call(limits.bytes, variable.type->size_bytes,
                                                 {variable.storage.chunk_shape});
  if (!variable.type->is_fixed_size) most = std::min(most, limits.variable_length_values);
  return {shape, chunk, std::max<std::size_t>(1, most)};
}

/// Returns the numbers of values in such boxes. A line is what is cut into boxes: one dimension, of
/// which later ones are whole.
cdl::BlockPlan blocks_of(const std::vector<std::size_t>& shape, transcode::COrderWalk walk) {
  const auto first = walk.next();
  if (!first) return {};
  const std::size_t block = first->value_count();
  std::size_t cut = shape.size();
  while (cut > 0 && first->count[cut - 1] == shape[cut - 1]) --cut;
  const std::size_t line = cut == 0 ? block : block / first->count[cut - 1] * shape[cut - 1];
  return {model::value_count(shape), line, block};
}

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
    transcode::COrderWalk walk = walk_over(variable, shape, limits_);
    const cdl::BlockPlan blocks = blocks_of(shape, walk);
    const model::Values fill = fill_value_for_text(schema.variables[id]);
    cdl::ValueStream stream(fill, blocks, [&](std::size_t /*first*/, const model::Values& values) {
      const std::optional<model::Box> box = walk.next();
      if (on_box_ && diagnostics_.errors() == 0) on_box_(id, *box, values);
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
