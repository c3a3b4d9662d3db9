// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chooses the route of each variable's values, in two steps: before the output exists, the schemas
// rule routes out; afterwards, the stored forms in both files prove which of the others are
// correct.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/dataset/stored_form.hpp"
#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"
#include "plugin/plugin_filters.hpp"
#include "transcode/recoding/recoding.hpp"

namespace ncf::ops {

struct CopyDecision;

// ---- Before the output exists ----

/// Why the schemas rule a route out for a variable; empty if the second step decides.
struct Objections {
  std::optional<std::string> to_passthrough;
  std::optional<std::string> to_recoding;
  /// Whether only chunks that a view does not keep whole must be decoded.
  bool may_pass_whole_chunks = false;
};

/// Returns the codecs of the input's variable that cannot be decoded.
[[nodiscard]] std::vector<std::string> unreadable_codecs(const CopyDecision& decision,
                                                         model::VariableId id);

/// Returns the difference between the numbers that the input and the output store, if the output
/// has filters, whose parameters may depend on it; empty if there is none.
[[nodiscard]] std::optional<std::string> difference_of_numbers(const CopyDecision& decision,
                                                               model::VariableId id);

/// The decision has its input, the output's schema, and what is done to values.
[[nodiscard]] Objections find_objections(const CopyDecision& decision, model::VariableId id);

/// Does the first step: finds the objections. Marks in the output's schema which variables keep the
/// input's filter parameters unchanged, because the user asked for no other filters, and adds those
/// that are only stored to the placeholders, with which the output can be created.
/// throws: Error if a filter is missing that every route needs.
void rule_out_routes(CopyDecision& decision);

// ---- When the output exists ----

/// An output created from a decision's `output_schema`.
struct MadeOutput {
  const model::Schema& schema;  ///< as the libraries created it
  std::function<model::StoredForm(model::VariableId)> form;
};

struct RouteDecision {
  Route route;
  std::string why;
  StoredChain filters;                               ///< as the output stores them
  std::optional<transcode::Recoding> recoding = {};  ///< for the routes `transcode` and `rechunk`
  std::optional<transcode::Recoding> passed = {};    ///< for the route `passthrough`
};

/// Does the second step for one variable.
/// throws: Error if a filter is missing to decode values, also if only for --verify; if the filters
/// cannot encode values in the input's order.
[[nodiscard]] RouteDecision choose_route(const CopyDecision& decision, const MadeOutput& made,
                                         plugin::KernelChains& chains, model::VariableId id);

}  // namespace ncf::ops
