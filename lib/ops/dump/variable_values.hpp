// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of a variable, read and written as text from the first to the last, in bounded memory:
// boxes are read ahead, made texts of by the engine's threads, and laid out in order.
#pragma once

#include <functional>
#include <optional>

#include "ncf/error.hpp"
#include "ops/dump/value_engine.hpp"
#include "ops/dump/value_output.hpp"

namespace ncf::ops {

/// Whether there are any: no dimension of the variable is empty.
bool holds_values(const model::Schema& schema, const model::Variable& variable);

/// Whether the variable will hold values when there are records, and there are none.
bool awaits_records(const model::Schema& schema, const model::Variable& variable);

/// Hands the values of a variable that holds some to `output`, and calls `flush` whenever its text
/// has grown. Returns why values could not be read; `output` then has those before, and was cut
/// short. throws: Error when stopped, and whatever `flush` throws.
std::optional<Error> write_values(ValueEngine& engine, model::VariableId variable,
                                  ValueOutput& output, const std::function<void()>& flush);

}  // namespace ncf::ops
