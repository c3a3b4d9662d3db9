// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Fill values, and the other attributes that readers compare with the values of their variable:
// `_FillValue`, `missing_value`, `valid_min`, `valid_max` and `valid_range`. They should have the
// variable's type, but files have others, for example double 1e20 for floats. No float is equal to
// that, but the float written for it is the nearest one, so this is what it means: numbers become
// the nearest of a floating-point type, and the same of an integer type. Also what attributes say
// about packed numbers, and netCDF's default fill values.
//
// Pure functions, any thread.
// source: CF conventions 1.11, section 2.5.1; netCDF Users Guide, appendix A
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/library/module_api.hpp"
#include "model/schema/schema.hpp"
#include "model/values/values.hpp"

namespace ncf::model {

/// Returns whether readers compare numbers of this attribute with values that are not unpacked. If
/// a variable is packed, its valid range may be that of unpacked values.
[[nodiscard]] bool is_compared(std::string_view attribute, const Variable& variable);

/// Returns `_FillValue` if it is one value of the variable's type, the only form in which netCDF
/// uses it, and netCDF-4 allows it; otherwise null. The pointer is valid as that of find_attribute.
[[nodiscard]] const Values* find_fitting_fill_value(const Variable& variable);
/// Returns whether there is a `_FillValue` in another form.
[[nodiscard]] NCF_MODULE_API bool has_odd_fill_value(const Variable& variable);

/// Returns what the numbers of one of these attributes mean: values of the variable's type. Numbers
/// that no value can be equal to are left out: 300 for a byte, 1e300 for a float. With `_Unsigned`,
/// 255 is a byte.
[[nodiscard]] Values to_markers(const Values& numbers, const Variable& variable);
/// Returns the same for an attribute by its name; none if it is missing.
[[nodiscard]] Values markers_of(const Variable& variable, std::string_view attribute);

/// Returns the value that `_FillValue` means, also if it is a text of another type. Empty if there
/// is none, or it means no value, or several.
[[nodiscard]] std::optional<Values> find_meant_fill_value(const Variable& variable);

// ---- Packed numbers -----------------------------------------------------------------------------
//
// source: CF conventions 1.11, section 8.1; netCDF Users Guide, appendix A (_Unsigned)

/// Returns whether readers unpack the values: multiply them by `scale_factor` or add `add_offset`.
[[nodiscard]] bool is_packed(const Variable& variable);

/// Returns whether the numbers of a signed type are unsigned ones, as `_Unsigned` says.
[[nodiscard]] bool is_unsigned(const Variable& variable);

/// The attributes of a valid range, and those by which readers unpack values.
inline constexpr std::string_view valid_range_attributes[] = {"valid_range", "valid_min",
                                                              "valid_max"};
inline constexpr std::string_view packing_attributes[] = {"scale_factor", "add_offset",
                                                          "_Unsigned"};

/// Returns the numbers of an attribute; none if it is missing or not of numbers.
[[nodiscard]] std::vector<double> numbers_of(const Variable& variable, std::string_view attribute);

/// How readers unpack numbers.
struct Packing {
  double scale_factor = 1;
  double add_offset = 0;

  [[nodiscard]] double unpacked(double number) const noexcept {
    return number * scale_factor + add_offset;
  }
};

/// Returns the packing of a variable, which for one that is not packed changes nothing. Empty if
/// its attributes are not single finite numbers.
[[nodiscard]] std::optional<Packing> find_packing(const Variable& variable);

// ---- Defaults, and what readers treat as missing ------------------------------------------------

/// netCDF's default fill value of a numeric type, for variables without a `_FillValue`; NUL for
/// char. source: netcdf.h, NC_FILL_BYTE and the other defaults
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
/// `missing_value`, all as they are meant. Bytes have no default. Empty for types that are not
/// numbers.
[[nodiscard]] Values missing_markers_of(const Variable& variable);

}  // namespace ncf::model
