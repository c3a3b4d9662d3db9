// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Names in netCDF-4 files. Pure functions; any thread.
// source: netCDF User Guide, "NetCDF Names"; netCDF-4 file format specification, "Attributes"
#pragma once

#include <string>
#include <string_view>

namespace ncf::store::netcdf4 {

/// The name in form C, as files have it.
/// throws: Error(unsupported) for one that netCDF does not allow.
[[nodiscard]] std::string name_in_file(const std::string& name);

/// Whether netCDF gives attributes of this name a meaning of its own: users cannot see, and must
/// not write, such.
[[nodiscard]] bool is_reserved_attribute(std::string_view name);

/// As name_in_file, of an attribute of users. throws: Error(unsupported) also for a reserved one.
[[nodiscard]] std::string attribute_name_in_file(const std::string& name);

}  // namespace ncf::store::netcdf4
