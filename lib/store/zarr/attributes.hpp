// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Attributes as Zarr keeps them, which is any JSON, and as netCDF does. Pure functions.
//
// JSON says no type but that of NCZarr's own notes ("<i2", ">S1" for char, "|S12" for string).
// Without one
//
//   text                      char
//   integer                   int, int64 or uint64, the first that holds all of them
//   other numbers             double; the texts "NaN", "Infinity" and "-Infinity" are numbers
//   true, false               ubyte 1, 0
//   a list of texts           string
//   a list of nothing         char, no value
//   null, objects and the rest  char: the JSON itself
//
// and attributes that follow the variable's type, such as valid_range, take it where they fit.
// source: netcdf-c docs/nczarr.md; NetCDF User Guide, "Attribute Conventions"
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "filter/codec_json.hpp"
#include "model/schema.hpp"
#include "store/zarr/json.hpp"

namespace ncf::store::zarr {

/// dtype: NCZarr's note, null without. variable: the type of the attribute's variable, null for one
/// of a group. Zarr v3 has no bare words, so that "NaN" is a number there; in v2 it is text.
model::Attribute parse_attribute(const std::string& name, const Json& json,
                                 const std::string* dtype, const model::Type* variable,
                                 filter::ZarrFormat format);

/// How values differ from the JSON they were read from, "ubyte: netCDF has no booleans"; empty if
/// they do not.
std::string find_difference(const Json& json, const model::Values& values);

/// Whether texts are those that stand for numbers in Zarr v3: "NaN".
bool is_number_in_v3(const model::Values& values);

/// One value as a scalar, several as a list.
/// throws: Error(unsupported) for types Zarr does not have.
Json format_attribute(const model::Values& values);

/// NCZarr's note of the type.
std::string attribute_dtype(const model::Values& values);

}  // namespace ncf::store::zarr
