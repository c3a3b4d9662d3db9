// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// JSON in a store: its values that are metadata, parts of these that all metadata have in common,
// and numbers of netCDF's types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/json/json.hpp"
#include "model/values/values.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

/// Limit for the metadata of one node, or for consolidated metadata.
inline constexpr std::uint64_t max_metadata_bytes = std::uint64_t{64} << 20U;

/// Returns the value of a key as JSON; empty if there is none. throws: Error naming the key.
std::optional<base::Json> read_json(KeyStore& store, const std::string& key);

/// Returns the text of metadata; empty if they exceed the limits of `read_json`.
std::optional<std::string> format_metadata(const base::Json& json, base::JsonTexts texts);

/// throws: Error(unsupported) if `read_json` could not read the value; Error(io).
void write_json(KeyStore& store, const std::string& key, const base::Json& json,
                base::JsonTexts texts = base::JsonTexts::escaped);

/// Returns a required member. throws: Error(corrupt).
const base::Json& get_member(const base::Json& object, std::string_view name);

/// Makes an extension of v3, for example a codec: an object with a name and a configuration.
base::Json make_named(std::string_view name, std::initializer_list<base::JsonMember> configuration);

/// Returns a member of the configuration of an extension, or null.
const base::Json* find_configuration(const base::Json& named, std::string_view member);

/// Returns whether a reader of v3 that does not know an extension may ignore it.
bool may_be_ignored(const base::Json& extension);

/// Checks that unknown members in metadata of v3 may be ignored. throws: Error(unsupported).
void require_understood(const base::Json& metadata, std::span<const std::string_view> known);

// ---- Numbers ----

/// Sets number `index` of values of a numeric type; returns false if the JSON is not a number, or
/// the integer type cannot represent it. The texts "NaN", "Infinity" and "-Infinity" are numbers,
/// true is 1.
bool set_number(model::Values& values, std::size_t index, const base::Json& json);

/// Returns the JSON of a number; floats are written as the equal double.
base::Json get_number(const model::Values& values, std::size_t index);

/// Returns whether the number, rounded to as many digits as the JSON has, has exactly these digits:
/// true for 0.1 and the double nearest to it, false for 0.10000000000000000000001. False if the
/// JSON is not made of digits.
bool has_digits_of(const base::Json& json, double number);

}  // namespace ncf::store::zarr
