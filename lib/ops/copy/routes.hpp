// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which way each variable's values travel. That is decided in two steps: what may be moved as
// stored bytes is seen from the schemas; whether it can be is proved when the output has been made,
// by what both files say of themselves.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/chunk_store.hpp"
#include "model/schema.hpp"
#include "ncf/copy.hpp"
#include "ops/copy/filter_choice.hpp"
#include "ops/copy/subset.hpp"
#include "plugin/stand_in_adapter.hpp"

namespace ncf::ops {

/// What the first step looks at. All of it outlives the call only.
struct RouteInputs {
  const CopyOptions& options;
  const Subset& source;
  const std::vector<FilterChoice>& choices;
  bool has_chunks = false;  ///< the input's stored bytes can be had
};

class Routes {
 public:
  Routes() = default;

  /// The first step. Says in `output_schema` which filters that were not asked for may keep the
  /// words the input holds.
  /// throws: Error where a filter is missing that is needed whatever the proof will say.
  Routes(const RouteInputs& inputs, model::Schema& output_schema);

  /// Whether any variable waits for its proof.
  [[nodiscard]] bool need_proof() const noexcept;

  /// Lets the output be made with filters that are not here. Keep it until input and output are
  /// closed.
  [[nodiscard]] std::unique_ptr<plugin::StandInFilters> make_stand_ins() const;

  /// The second step: gives every variable of the plan its route with the reason, and the filters
  /// the output stores. `input` and `output`, as made, may be null where no proof is needed.
  /// throws: Error where a filter is missing for values that must be decoded.
  void choose(const Subset& source, model::ChunkStore* input, model::ChunkStore* output,
              CopyPlan& plan) const;

 private:
  void keep_stored_filters(const RouteInputs& inputs, model::Schema& output_schema);
  void prove(const Subset& source, model::VariableId id, model::ChunkStore& input,
             model::ChunkStore& output, VariableCopy& copy) const;

  /// Of each variable, why its stored bytes are not moved; empty where that is to be proved.
  std::vector<std::optional<std::string>> objections_;
  std::set<std::uint32_t> stand_ins_;  ///< filters that no variable has but as stored
};

}  // namespace ncf::ops
