// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Converts attributes between Zarr, which allows any JSON, and netCDF. Pure functions.
//
// JSON has no types except in NCZarr's notes ("<i2", ">S1" for char, "|S12" for string). Without a
// note:
//
//   text                      char
//   integer                   int, int64 or uint64, the first that holds all of them
//   other numbers             double, also the bare words NaN, Infinity and -Infinity
//   true, false               ubyte 1, 0
//   a list of texts           string
//   a list of nothing         char, no value
//   null, objects and the rest  char: the JSON itself
//
// Attributes that must have the variable's type, for example valid_range, get it if their values
// allow; the texts "NaN", "Infinity" and "-Infinity" are numbers in them. In both versions of Zarr,
// NaN is written as a bare word, which JSON lacks, as zarr-python and xarray do; they read "NaN" as
// a text. source: netcdf-c docs/nczarr.md; NetCDF User Guide, "Attribute Conventions"
#pragma once

#include <optional>
#include <string>

#include "base/json/json.hpp"
#include "filter/codecs/stored_codecs.hpp"
#include "model/schema/schema.hpp"

namespace ncf::store::zarr {

/// Returns the Zarr version of a format.
constexpr filter::ZarrFormat zarr_format(Format format) {
  return format == Format::zarr3 ? filter::ZarrFormat::v3 : filter::ZarrFormat::v2;
}

/// Parses an attribute. dtype: NCZarr's note, or null. variable: the type of the attribute's
/// variable; null for an attribute of a group. format: where it was read.
model::Attribute parse_attribute(const std::string& name, const base::Json& json,
                                 const std::string* dtype, const model::Type* variable,
                                 filter::ZarrFormat format);

/// Returns how values differ from the JSON that they were read from, "ubyte: netCDF has no
/// booleans"; empty if they do not.
std::string find_difference(const base::Json& json, const model::Values& values);

/// Formats one value as a scalar, several as a list.
/// throws: Error(unsupported) for types that Zarr does not have.
base::Json format_values(const model::Values& values);

/// Returns the JSON that an attribute was read from, for a store of `format`; empty if it would not
/// read back as the attribute's values, for example because these were changed, or if readers of
/// plain Zarr would compare its doubles with floats that are not equal to them.
/// variable: as for parse_attribute.
std::optional<base::Json> find_stored_json(const model::Attribute& attribute,
                                           const model::Type* variable, Format format);

/// Formats an attribute for a store of `format`: as the JSON it was read from, else as its values,
/// a text without NULs at its end.
/// throws: Error(unsupported) for types that Zarr does not have.
base::Json format_attribute(const model::Attribute& attribute, const model::Type* variable,
                            Format format);

/// Returns an attribute as readers of a store of `format` find it; user-defined types as they are.
/// Plain Zarr states no types.
model::Attribute read_back(const model::Attribute& attribute, const model::Type* variable,
                           Format format);

/// Does what find_difference does, if a store of `format` does not get the JSON that an attribute
/// was read from.
std::string find_loss(const model::Attribute& attribute, const model::Type* variable,
                      Format format);

/// Returns NCZarr's note for the type.
std::string attribute_dtype(const model::Values& values);

}  // namespace ncf::store::zarr
