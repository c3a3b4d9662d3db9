// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chooses the route of each variable's values, in two steps: before the output exists, the schemas
// rule routes out; afterwards, the stored forms in both files prove which of the others are
// correct.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "filter/registry/filter_names.hpp"
#include "model/dataset/source.hpp"
#include "ncf/copy.hpp"
#include "ops/filters/filter_choice.hpp"
#include "ops/rounding/packing.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/select/subset.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/recoding/recoding.hpp"

namespace ncf::ops {

// ---- Before the output exists ----

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

// ---- When the output exists ----

/// Input of the second step: the stored forms in both files.
struct MadeFiles {
  const CopyOptions& options;
  const Subset& source;
  model::Source& input;
  const std::vector<std::optional<PackedChunks>>& packed_chunks;
  /// The stored form of an output variable.
  std::function<model::StoredForm(model::VariableId)> output_form;
  const model::Schema& output_schema;  ///< as asked for
  const Quantizers& quantizers;
  plugin::KernelChains& chains;
};

struct RouteDecision {
  Route route;
  std::string why;
  StoredChain filters;                               ///< as the output stores them
  std::optional<transcode::Recoding> recoding = {};  ///< for the routes `transcode` and `rechunk`
  std::optional<transcode::Recoding> passed = {};    ///< for the route `passthrough`
};

class Routes {
 public:
  Routes() = default;

  /// The first step. Marks in `output_schema` which variables keep the input's filter parameters
  /// unchanged, because the user asked for no other filters.
  /// throws: Error if a filter is missing that every route needs.
  Routes(const RouteInputs& inputs, model::Schema& output_schema);

  /// Returns the filters that are only stored, for which the output can be created with
  /// placeholders, and their names in the input.
  [[nodiscard]] const filter::FilterNames& placeholders() const noexcept { return placeholders_; }

  /// Does the second step for one variable.
  /// throws: Error if a filter is missing to decode values, also if only for --verify; if the
  /// filters cannot encode values in the input's order.
  [[nodiscard]] RouteDecision choose(const MadeFiles& files, model::VariableId id) const;

 private:
  void keep_stored_filters(const RouteInputs& inputs, model::Schema& output_schema);

  std::vector<Objections> objections_;  ///< one for each variable
  filter::FilterNames placeholders_;    ///< filters that are only stored
};

}  // namespace ncf::ops
