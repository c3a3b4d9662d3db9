// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Changes the types of a view's variables: `--type`. I/O thread only.
//
// source: ncfcopy(1), TYPES
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "filter/spec/selector.hpp"
#include "model/dataset/source.hpp"
#include "model/view/view_source.hpp"
#include "transcode/rounding/error_bound.hpp"

namespace ncf::ops {

/// The type that a variable gets.
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

}  // namespace ncf::ops
