// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which way each variable's values travel. That is decided in two steps: what the schemas rule out
// is seen before an output is made; the rest is proved when it has been made, by what both files
// say of themselves.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/source.hpp"
#include "ncf/copy.hpp"
#include "ops/copy/filter_choice.hpp"
#include "ops/copy/quantize_request.hpp"
#include "ops/copy/subset.hpp"
#include "plugin/kernel_chain.hpp"
#include "transcode/recoding.hpp"
#include "transcode/verify.hpp"

namespace ncf::ops {

/// What the first step looks at. All of it outlives the call only.
struct RouteInputs {
  const CopyOptions& options;
  const Subset& source;
  const std::vector<FilterChoice>& choices;
  const Quantizations& quantizations;
  model::Source& input;
};

/// What the second step looks at: what both files say of themselves.
struct MadeFiles {
  const CopyOptions& options;
  const Subset& source;
  model::Source& input;
  /// Of the output's variables.
  std::function<model::StoredForm(model::VariableId)> output_form;
  Format output_format;
  const Quantizers& quantizers;
  plugin::KernelChains& chains;
};

struct RouteDecision {
  Route route;
  std::string why;
  StoredChain filters;                               ///< that the output stores
  std::optional<transcode::Recoding> recoding = {};  ///< of the routes `transcode` and `rechunk`
  std::optional<transcode::PassedVariable> passed = {};  ///< of the route `passthrough`
};

/// Why a way is ruled out for a variable by the schemas; empty where that is to be proved.
struct Objections {
  std::optional<std::string> to_passthrough;
  std::optional<std::string> to_recoding;
};

class Routes {
 public:
  Routes() = default;

  /// The first step. Says in `output_schema` which filters that were not asked for may keep the
  /// words the input holds.
  /// throws: Error where a filter is missing that is needed whatever the proof will say.
  Routes(const RouteInputs& inputs, model::Schema& output_schema);

  /// Ids of the filters that are stored only, so that the output can be made without them.
  [[nodiscard]] std::vector<std::uint32_t> placeholders() const;

  /// The second step, for a variable.
  /// throws: Error where a filter is missing for values that must be decoded, also if only to
  /// verify them; where the filters, in the order the input has them, cannot encode values.
  [[nodiscard]] RouteDecision choose(const MadeFiles& files, model::VariableId id) const;

 private:
  void keep_stored_filters(const RouteInputs& inputs, model::Schema& output_schema);

  std::vector<Objections> objections_;    ///< one per variable
  std::set<std::uint32_t> placeholders_;  ///< filters that no variable has but as stored
};

}  // namespace ncf::ops
