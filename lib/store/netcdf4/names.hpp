// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Names in netCDF-4 files. Pure functions; any thread.
// source: netCDF User Guide, "NetCDF Names"; netCDF-4 file format specification, "Attributes"
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/schema/schema.hpp"

namespace ncf::store::netcdf4 {

/// Returns whether netCDF allows a name.
[[nodiscard]] bool is_name(const std::string& name);

/// Returns the name as stored in files, in Unicode normalization form C.
/// throws: Error(unsupported) for a name that netCDF does not allow.
[[nodiscard]] std::string name_in_file(const std::string& name);

/// Returns whether a dataset's name has the prefix for variables that are named like a dimension
/// without being its coordinate. netCDF removes the prefix on reading.
[[nodiscard]] bool has_no_coordinate_prefix(std::string_view name) noexcept;

/// Returns the dimension of a coordinate variable, whose dataset is also the dimension's scale: the
/// variable's first dimension, if it is in the same group and has the same name.
[[nodiscard]] std::optional<model::DimensionId> dimension_of_scale(const model::Schema& schema,
                                                                   const model::Variable& variable);

/// Returns the name of a variable's dataset. is_taken: a dimension's dataset has the variable's
/// name.
/// throws: as name_in_file.
[[nodiscard]] std::string dataset_name(const std::string& variable, bool is_taken);

/// Returns the inverse of dataset_name.
[[nodiscard]] std::string variable_name(const std::string& dataset);

/// Returns whether netCDF reserves the name for hidden attributes, which users cannot see and must
/// not write.
[[nodiscard]] bool is_reserved_attribute(std::string_view name);

/// Does what name_in_file does, for a user's attribute. throws: Error(unsupported) also for a
/// reserved name.
[[nodiscard]] std::string attribute_name_in_file(const std::string& name);

}  // namespace ncf::store::netcdf4
