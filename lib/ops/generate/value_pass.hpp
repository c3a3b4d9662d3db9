// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The second reading of a text: passes on its values, and reports all errors.
#pragma once

#include <cstddef>
#include <functional>

#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "model/values/values.hpp"
#include "ncf/generate.hpp"
#include "ops/generate/input_text.hpp"
#include "ops/generate/plan.hpp"

namespace ncf::ops {

/// Receives a variable's values, box by box in C order.
using BoxHandler = std::function<void(model::VariableId, const model::Box&, const model::Values&)>;

/// Limits for a box.
struct BoxLimits {
  std::size_t bytes = std::size_t{4} << 20U;
  std::size_t variable_length_values = 4096;  ///< for types without a fixed size
};

/// Returns whether unwritten values would not read as fill values: then fill values are written
/// after those in the text.
bool must_write_fill(const model::Variable& variable);

/// Returns the single value that applies where the text gives none.
model::Values fill_value_for_text(const model::Variable& variable);

/// Reads the text to its end. made: the schema that the values are for, which may have more details
/// of storage than the plan's. Boxes consist of whole rows of chunks if possible.
/// throws: Error(syntax) at the end if an error was reported.
void read_values(const InputText& text, const GeneratePlan& plan, const model::Schema& made,
                 const CdlMessageHandler& on_message, const BoxHandler& on_box,
                 const BoxLimits& limits = {});

}  // namespace ncf::ops
