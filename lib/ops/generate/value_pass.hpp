// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The second reading of a text: its values, to whoever takes them; and all messages.
#pragma once

#include <cstddef>
#include <functional>

#include "model/box.hpp"
#include "model/schema.hpp"
#include "model/values.hpp"
#include "ncf/generate.hpp"
#include "ops/generate/input_text.hpp"
#include "ops/generate/plan.hpp"

namespace ncf::ops {

/// Gets a variable's values, box by box in C order.
using BoxHandler = std::function<void(model::VariableId, const model::Box&, const model::Values&)>;

/// Most that a box holds.
struct BoxLimits {
  std::size_t bytes = std::size_t{4} << 20U;
  std::size_t variable_length_values = 4096;  ///< of types whose values have any size
};

/// How values are read.
struct ReadOptions {
  BoxLimits limits;
  /// Of which variables boxes are whole chunks, whatever the limits.
  std::function<bool(model::VariableId)> in_whole_chunks = [](model::VariableId) { return false; };
};

/// Whether values that are never written read as other than fill values: then fill values are
/// written after those that the text gives.
bool must_write_fill(const model::Variable& variable);

/// One value: what stands where the text gives none.
model::Values fill_value_of(const model::Variable& variable);

/// Reads the text to its end. `made`: the schema that values are read for, perhaps with more about
/// storage than the plan's. Boxes are made of whole rows of chunks where they can be.
/// throws: Error(syntax) at the end where any error was told of.
void read_values(const InputText& text, const GeneratePlan& plan, const model::Schema& made,
                 const CdlMessageHandler& on_message, const BoxHandler& on_box,
                 const ReadOptions& options = {});

}  // namespace ncf::ops
