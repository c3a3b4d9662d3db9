// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// netCDF's default fill values, for variables without a `_FillValue`.
// source: netcdf.h, NC_FILL_BYTE and the other defaults
#pragma once

#include <cstdint>
#include <optional>

#include "base/library/module_api.hpp"
#include "model/schema/schema.hpp"
#include "model/values/values.hpp"

namespace ncf::model {

/// Returns the fill value of a numeric type; NUL for char.
template <class Number>
inline constexpr Number default_fill = Number{};

template <>
inline constexpr std::int8_t default_fill<std::int8_t> = -127;
template <>
inline constexpr std::int16_t default_fill<std::int16_t> = -32767;
template <>
inline constexpr std::int32_t default_fill<std::int32_t> = -2147483647;
template <>
inline constexpr std::int64_t default_fill<std::int64_t> = -9223372036854775806;
template <>
inline constexpr std::uint8_t default_fill<std::uint8_t> = 255;
template <>
inline constexpr std::uint16_t default_fill<std::uint16_t> = 65535;
template <>
inline constexpr std::uint32_t default_fill<std::uint32_t> = 4294967295;
template <>
inline constexpr std::uint64_t default_fill<std::uint64_t> = 18446744073709551614U;
template <>
inline constexpr float default_fill<float> = 9.9692099683868690e+36F;
template <>
inline constexpr double default_fill<double> = 9.9692099683868690e+36;

/// Returns the default of an atomic type, for strings an empty one. An enumeration has that of its
/// base type; for other user-defined types, all bytes are zero.
[[nodiscard]] Values default_fill_value(const TypeRef& type);

/// Returns the value that readers of a variable treat as missing: what `_FillValue` means, or else
/// the default.
[[nodiscard]] NCF_MODULE_API Values fill_value_of(const Variable& variable);

/// Returns the value that is read where nothing was written, in a file with chunks that is made
/// from the schema; empty if it is undefined.
[[nodiscard]] std::optional<Values> unwritten_value(const Schema& schema, const Variable& variable);

/// Returns whether the stored fill value is kept if a variable of this type has no `_FillValue`. It
/// is not for text and variable-length values.
[[nodiscard]] bool keeps_stored_fill(const Type& type);

/// Replaces any NaN by the usual one, also within a complex number, because the fill value of a
/// Zarr array can be no other NaN.
[[nodiscard]] Values with_plain_nan(Values value);

/// Returns `_FillValue`, or netCDF's default if there is none, and then the values of
/// `missing_value`, all as they are meant (typed_markers.hpp). Bytes have no default. Empty for
/// types that are not numbers.
[[nodiscard]] Values missing_markers_of(const Variable& variable);

}  // namespace ncf::model
