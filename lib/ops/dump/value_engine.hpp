// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes the values of a variable as text, from the first to the last, in bounded memory: reads
// tiles ahead, formats them on all threads, and appends them in order.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "model/dataset/source.hpp"
#include "ncf/error.hpp"
#include "ops/dump/value_output.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/values/tile_reader.hpp"

namespace ncf::ops {

/// What a dump needs to read values.
struct ValueEngine {
  /// input: must outlive the engine.
  ValueEngine(model::Source& of, std::size_t threads) : input(of), reader(threads) {}

  model::Source& input;
  plugin::KernelChains chains;
  transcode::TileReader reader;
};

/// Returns whether the variable has values: no dimension has length 0.
bool holds_values(const model::Schema& schema, const model::Variable& variable);

/// Returns whether the variable is empty only because there are no records yet.
bool awaits_records(const model::Schema& schema, const model::Variable& variable);

/// Writes the values of a variable that has some to `output`, and calls `flush` whenever the text
/// has grown. If values cannot be read, returns the reason; `output` then contains the values
/// before them and was cut short. throws: Error when stopped; errors of `flush`.
std::optional<Error> write_values(ValueEngine& engine, model::VariableId variable,
                                  ValueOutput& output, const std::function<void()>& flush);

}  // namespace ncf::ops
