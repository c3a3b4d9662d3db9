// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The first step of choosing routes, before the output exists: what the schemas, and the input's
// stored forms, rule out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/dataset/source.hpp"
#include "ncf/copy.hpp"
#include "ops/filters/filter_choice.hpp"
#include "ops/rounding/packing.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/select/subset.hpp"

namespace ncf::ops {

/// Input of the first step; used only during the call.
struct RouteInputs {
  const CopyOptions& options;
  const Subset& source;
  const std::vector<FilterChoice>& choices;
  const Roundings& roundings;
  const Packings& packings;
  model::Source& input;
};

/// Why the schemas rule a route out for a variable; empty if the second step decides.
struct Objections {
  std::optional<std::string> to_passthrough;
  std::optional<std::string> to_recoding;
  /// Whether only chunks that a view does not keep whole must be decoded.
  bool may_pass_whole_chunks = false;
};

/// Returns the codecs of the input's variable that cannot be decoded.
[[nodiscard]] std::vector<std::string> unreadable_codecs(const RouteInputs& inputs,
                                                         model::VariableId id);

/// Returns the difference between the numbers that the input and the output store, if the output
/// has filters, whose parameters may depend on it; empty if there is none.
/// input_id: the variable in the input.
[[nodiscard]] std::optional<std::string> difference_of_numbers(model::Source& input,
                                                               model::VariableId input_id,
                                                               const model::Variable& output);

/// output_schema: of the output as asked for.
[[nodiscard]] Objections find_objections(const RouteInputs& inputs, model::VariableId id,
                                         const model::Schema& output_schema);

}  // namespace ncf::ops
