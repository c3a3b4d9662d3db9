// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What an array reads as where nothing was written, as metadata spell it: numbers, "NaN" and
// "Infinity" as texts, the bytes of a float in hexadecimal (v3), text in base64. Pure functions.
//
// source: Zarr v2 specification, "Fill value encoding"; Zarr v3 specification, "Fill value"
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/values.hpp"
#include "store/zarr/element.hpp"
#include "store/zarr/json.hpp"

namespace ncf::store::zarr {

/// One value of `type_of(element)`; empty for null. throws: Error(corrupt) for what is no value of
/// the type.
std::optional<model::Values> parse_fill_value(const Json& json, const Element& element);

/// value: one, of `type_of(element)`.
Json format_fill_value(const model::Values& value, const Element& element);

/// The value that netCDF fills a variable of the type with. source: netcdf.h, NC_FILL_*
model::Values default_fill_value(const model::TypeRef& type);

/// The bytes of one number as xarray stores `_FillValue` among the attributes of Zarr v3.
std::string format_base64(std::string_view bytes);
/// Empty where it is no base64.
std::optional<std::string> parse_base64(std::string_view text);

}  // namespace ncf::store::zarr
