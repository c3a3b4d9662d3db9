// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of a variable, read and written as text from the first to the last, in bounded memory.
#pragma once

#include <functional>
#include <optional>

#include "cdl/cdl_writer.hpp"
#include "model/dataset.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {

/// Whether there are any: no dimension of the variable is empty.
bool holds_values(const model::Schema& schema, const model::Variable& variable);

/// Whether the variable will hold values when there are records, and there are none.
bool awaits_records(const model::Schema& schema, const model::Variable& variable);

/// Appends the values of a variable that holds some to the writer's text, and calls `flush`
/// whenever that has grown. Returns why values could not be read; the text is then that of the
/// values before, ended as CDL wants it. throws: Error when stopped, and whatever `flush` throws.
std::optional<Error> append_variable_values(model::Dataset& dataset, model::VariableId variable,
                                            cdl::CdlWriter& writer,
                                            const std::function<void()>& flush);

}  // namespace ncf::ops
