// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Formats definitions on one line, as in CDL: exactly, so that equal texts mean equal definitions.
#pragma once

#include <cstddef>
#include <string>

#include "model/schema/schema.hpp"

namespace ncf::ops {

// Names of types are composed (Unicode's form C), as netCDF writes them.

/// Returns "opaque(4) tag ;".
[[nodiscard]] std::string type_definition_text(const model::Schema& schema,
                                               const model::UserType& type);
/// Returns "float".
[[nodiscard]] std::string type_text(const model::Schema& schema, const model::Variable& variable);
/// Returns "time"; the length if the dimension has no name. variable: has the dimension.
[[nodiscard]] std::string dimension_text(const model::Schema& schema,
                                         const model::Variable& variable, model::DimensionId id);
/// Returns "(time, level)".
[[nodiscard]] std::string dimensions_text(const model::Schema& schema,
                                          const model::Variable& variable);
/// Returns the definitions of a variable's user-defined type and of the types it consists of; empty
/// for an atomic type.
[[nodiscard]] std::string type_definitions_text(const model::Schema& schema,
                                                const model::Variable& variable);
/// Returns "float(time, level)".
[[nodiscard]] std::string variable_text(const model::Schema& schema, model::VariableId id);
/// Returns "\"K\"", "1.5f, 2.f".
[[nodiscard]] std::string attribute_text(const model::Values& values);
/// Returns the value of a variable's type at `value`, which need not be aligned.
[[nodiscard]] std::string value_text(const model::Type& type, const std::byte* value);

}  // namespace ncf::ops
