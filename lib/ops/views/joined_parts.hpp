// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What must be equal in sources that are joined.
#pragma once

#include <string>
#include <string_view>

#include "model/dataset/source.hpp"
#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Attributes that decide what values mean.
inline constexpr std::string_view meanings[] = {"units",         "calendar",    "scale_factor",
                                                "add_offset",    "_Unsigned",   "_FillValue",
                                                "missing_value", "flag_values", "flag_masks"};

/// Returns an attribute; null also if it only says that NaN is missing, which it is anyway.
[[nodiscard]] const model::Attribute* find_meaning(const model::Variable& variable,
                                                   std::string_view name);

/// A dataset, and which of its variables are joined; empty if all are.
struct KeptPart {
  const model::Schema& schema;
  const std::vector<bool>& kept;
};

/// Requires the same groups and types, and the same dimensions of what is kept, in any order.
/// joined: the dimension whose length may differ. throws: Error(unsupported) naming what only one
/// of them has, or what differs.
void require_same_definitions(const KeptPart& first, const KeptPart& other,
                              const std::string& first_input, const std::string& joined);

struct VariableOf {
  const model::Schema& schema;
  const model::Variable& variable;
};

/// Requires the same dimensions of two variables, in the same order. throws: Error(unsupported).
void require_same_dimensions(const VariableOf& first, const VariableOf& other,
                             const std::string& first_input, const std::string& joined);

/// Returns whether all values of two variables of a type are equal, by bits; both have the same
/// shape. I/O thread. throws: Error.
[[nodiscard]] bool have_same_values(const model::ViewVariable& a, const model::ViewVariable& b,
                                    const model::TypeRef& type, model::SourcePool& pool);

}  // namespace ncf::ops
