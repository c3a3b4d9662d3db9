// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Formats definitions on one line, as in CDL: exactly, so that equal texts mean equal definitions.
#pragma once

#include <cstddef>
#include <optional>
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

/// Returns "4 x 16", "4 x 16 in 8 x 16" with shards, "none", or "none, compact" if the values are
/// in the header.
[[nodiscard]] std::string chunks_text(const model::Variable& variable);
/// Returns "shuffle
/// deflate level=4", "none".
[[nodiscard]] std::string filters_text(const model::Variable& variable);
/// Returns the JSON of a Zarr array's codecs.
[[nodiscard]] std::string codecs_text(const model::Variable& variable);
/// Returns "little-endian", "big-endian".
[[nodiscard]] std::string byte_order_text(const model::Variable& variable);
/// Returns "fill", "no fill".
[[nodiscard]] std::string fill_mode_text(const model::Variable& variable);
/// Returns the value that is read where nothing was written, if it is neither a `_FillValue` nor
/// netCDF's default.
[[nodiscard]] std::optional<std::string> hidden_fill_text(const model::Variable& variable);

}  // namespace ncf::ops
