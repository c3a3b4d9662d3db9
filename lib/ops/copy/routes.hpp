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
#include "ops/copy/route_objections.hpp"
#include "ops/filters/filter_choice.hpp"
#include "ops/rounding/packing.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/select/subset.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/recoding/recoding.hpp"

namespace ncf::ops {

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
