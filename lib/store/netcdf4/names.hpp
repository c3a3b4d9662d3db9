// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Names in netCDF-4 files. Pure functions; any thread.
// source: netCDF User Guide, "NetCDF Names"; netCDF-4 file format specification, "Attributes"
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/schema.hpp"

namespace ncf::store::netcdf4 {

/// The name in form C, as files have it.
/// throws: Error(unsupported) for one that netCDF does not allow.
[[nodiscard]] std::string name_in_file(const std::string& name);

/// Whether a name in the file begins as those of variables that are called as a dimension without
/// being its coordinates: netCDF removes the beginning when it reads.
[[nodiscard]] bool has_no_coordinate_prefix(std::string_view name) noexcept;

/// The dimension whose coordinate a variable is, and whose dataset is the variable's: the first of
/// its own, in the same group, by the same name.
[[nodiscard]] std::optional<model::DimensionId> dimension_of_scale(const model::Schema& schema,
                                                                   const model::Variable& variable);

/// The name of the dataset of a variable. is_taken: its own name is that of a dimension's dataset.
/// throws: as name_in_file.
[[nodiscard]] std::string dataset_name(const std::string& variable, bool is_taken);

/// The inverse of dataset_name.
[[nodiscard]] std::string variable_name(const std::string& dataset);

/// Whether netCDF gives attributes of this name a meaning of its own: users cannot see, and must
/// not write, such.
[[nodiscard]] bool is_reserved_attribute(std::string_view name);

/// As name_in_file, of an attribute of users. throws: Error(unsupported) also for a reserved one.
[[nodiscard]] std::string attribute_name_in_file(const std::string& name);

}  // namespace ncf::store::netcdf4
