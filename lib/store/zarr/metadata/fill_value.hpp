// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Fill values in metadata: numbers, "NaN" and "Infinity" as texts, the bits of a float in
// hexadecimal (v3), text in base64 except in NCZarr, dates as integers or "NaT", complex numbers as
// two floats, raw bits as base64 or a list of bytes. Pure functions.
//
// source: Zarr v2 specification, "Fill value encoding"; Zarr v3 specification, "Fill value";
// zarr-extensions
#pragma once

#include <optional>

#include "base/json/json.hpp"
#include "model/values/values.hpp"
#include "store/zarr/metadata/element.hpp"

namespace ncf::store::zarr {

/// How texts of a fixed length are written: in base64, or, as in NCZarr, as they are.
enum class TextForm { base64, plain };

/// Returns one value of `type_of(element)`; empty for null. throws: Error(corrupt) for an invalid
/// value, Error(unsupported) for complex numbers and opaque values, which writers spell in several
/// ways.
std::optional<model::Values> parse_fill_value(const base::Json& json, const Element& element,
                                              TextForm form = TextForm::base64);

/// Returns a complex number or an opaque value in one of its forms; empty if it has none of them.
std::optional<model::Values> parse_user_value(const base::Json& json, const Element& element);

/// Returns NumPy's "not a time" for dates and time spans: the lowest integer.
model::Values not_a_time();

/// Formats one value of `type_of(element)`. Every NaN becomes "NaN": version 2 has no other, and
/// not all readers of version 3 accept the bits of a NaN.
base::Json format_fill_value(const model::Values& value, const Element& element,
                             TextForm form = TextForm::base64);

/// Formats the attribute `_FillValue` as xarray does in Zarr v3: the little-endian bytes of a
/// double in base64, or a list of two for a complex number. value: one float or complex number.
base::Json format_xarray_fill(const model::Values& value);
/// Parses this form. Returns empty for other forms, and if the type is neither a float nor complex.
std::optional<model::Values> parse_xarray_fill(const base::Json& json, const model::TypeRef& type);

}  // namespace ncf::store::zarr
