// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What an array reads as where nothing was written, as metadata spell it: numbers, "NaN" and
// "Infinity" as texts, the bytes of a float in hexadecimal (v3), text in base64, dates as integers
// or "NaT", complex numbers as two floats, raw bits as bytes. Pure functions.
//
// source: Zarr v2 specification, "Fill value encoding"; Zarr v3 specification, "Fill value";
// zarr-extensions
#pragma once

#include <optional>

#include "model/values.hpp"
#include "store/zarr/element.hpp"
#include "store/zarr/json.hpp"

namespace ncf::store::zarr {

/// One value of `type_of(element)`; empty for null. throws: Error(corrupt) for what is no value of
/// the type, Error(unsupported) for what an opaque type may well spell so.
std::optional<model::Values> parse_fill_value(const Json& json, const Element& element);

/// value: one, of `type_of(element)`.
Json format_fill_value(const model::Values& value, const Element& element);

/// `_FillValue` among the attributes of Zarr v3 as xarray has it: the little-endian bytes of a
/// double in base64. value: one float.
Json format_xarray_fill(const model::Values& value);
/// Empty where it is none, or the type is no float.
std::optional<model::Values> parse_xarray_fill(const Json& json, const model::TypeRef& type);

}  // namespace ncf::store::zarr
