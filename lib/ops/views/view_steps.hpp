// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The steps that make a view, each for an option. I/O thread only.
//
// source: ncfcopy(1), JOINING, SELECTING, TYPES, UNPACKING and ATTRIBUTES; CF conventions 1.11,
// sections 4.1 to 4.4 and 8.1
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/view/view_source.hpp"
#include "ops/views/view_maker.hpp"
#include "transcode/rounding/error_bound.hpp"

namespace ncf::ops {

// ---- Definitions ----

/// Leaves out the variables with a name: `-V '!NAME'`. throws: Error(usage); Error(not_found) if
/// there is none.
void exclude(model::ViewDefinition& view, const std::string& name);

/// Renames variables, and dimensions of the same name, in all attributes that refer to them:
/// `--rename-variable`. texts: "OLD=NEW". throws: Error(usage, not_found), also if the name is in
/// use.
void rename(model::Schema& schema, const std::vector<std::string>& texts,
            std::vector<std::string>& steps);

/// Makes dimensions unlimited: `--unlimited`. throws: Error(usage, not_found).
void make_unlimited(model::Schema& schema, const std::vector<std::string>& names);

/// Does what the texts say, one after the other: `--attribute`. texts: "VARIABLES@NAME=VALUE".
/// throws: Error(usage, not_found).
void change_attributes(model::Schema& schema, const std::vector<std::string>& texts);

// ---- Values ----

/// The type that `--type` gives a variable.
struct ChosenType {
  std::string option;  ///< as written
  model::TypeRef type;
  std::optional<transcode::ErrorBound> bound;  ///< empty if no value may change
};

/// One item for each variable; empty for those that keep their types.
using ChosenTypes = std::vector<std::optional<ChosenType>>;

/// Chooses the new types. texts: of the options, "VARIABLES:TYPE" or "VARIABLES:TYPE,error,LIMIT".
/// throws: Error(usage, not_found, unsupported) naming the option.
[[nodiscard]] ChosenTypes choose_types(const std::vector<std::string>& texts,
                                       const model::Schema& schema);

/// Converts variables that have other types, with the attributes that readers compare with their
/// values. source: of the view, with the original values. steps: gets what is converted.
void change_types(model::ViewDefinition& view, const ChosenTypes& types, model::Source& source,
                  std::vector<std::string>& steps);

/// Replaces packed numbers by those that they mean, in float if packing these again would give the
/// same numbers and no double is chosen, otherwise in double: `--unpack`. Missing values become the
/// default fill value of the type. source: with the packed values. steps: gets the type of each
/// variable and how exact it is.
void unpack(model::ViewDefinition& view, const ChosenTypes& types, model::Source& source,
            std::vector<std::string>& steps);

// ---- Parts ----

/// Keeps the selected elements of dimensions: `--select`. Values are compared in the units and the
/// calendar of their variable. steps: gets what was selected.
/// throws: Error(usage, not_found) naming the text and, if nothing is selected, what there is.
void select(ViewInMaking& view, const std::vector<std::string>& texts,
            std::vector<std::string>& steps);

struct JoinRequest {
  std::string dimension;
  const std::vector<std::string>& names;  ///< of the sources in the pool
  /// Returns what is joined of one source, before anything else is done to it.
  std::function<model::ViewDefinition(model::Source& source, std::size_t number)> view_of;
  KeepVariables keep;         ///< as of make_joined_view
  bool skip_present = false;  ///< as in ViewOptions
};

/// Joins all sources of a pool, in the order of the dimension's values, or in that of the names if
/// it has none: `--concat`. notes: gets gaps, and attributes that differ.
/// throws: Error(unsupported) naming the source if values overlap or are not monotonic, or if
/// something differs along which the sources are not joined.
[[nodiscard]] ViewInMaking join(const JoinRequest& request, std::shared_ptr<model::SourcePool> pool,
                                std::vector<std::string>& notes);

}  // namespace ncf::ops
