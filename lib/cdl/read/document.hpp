// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The definitions of a CDL text, without its values.
#pragma once

#include <optional>
#include <string>

#include "cdl/read/definitions.hpp"
#include "model/schema/schema.hpp"
#include "ncf/format.hpp"

namespace ncf::cdl {

struct Document {
  std::string name;      ///< after `netcdf`
  model::Schema schema;  ///< its format is not decided here
  Definitions definitions;
  /// `:_Format`.
  std::optional<Format> format;
  /// Groups, user-defined types, strings, or dimensions that only netCDF-4 has.
  bool needs_netcdf4 = false;
  /// Integers that classic files do not have.
  bool needs_cdf5 = false;
  /// How variables are stored; ignored for classic files.
  bool has_special_attributes = false;
  /// Any variable or attribute is of type int64.
  bool has_int64 = false;
};

}  // namespace ncf::cdl
