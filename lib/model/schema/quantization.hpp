// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The lossy rounding of netCDF: the names of its modes, its attributes and the allowed digits.
// source: netCDF documentation, "Quantize"; netcdf.h, NC_QUANTIZE_*
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "model/schema/schema.hpp"

namespace ncf::model {

inline constexpr std::array quantization_modes{Quantization::Mode::bit_groom,
                                               Quantization::Mode::granular_bit_round,
                                               Quantization::Mode::bit_round};

/// Returns the modes as options name them: "bitgroom", "granular", "bitround".
[[nodiscard]] std::optional<Quantization::Mode> find_quantization_mode(std::string_view name);
[[nodiscard]] std::string_view quantization_name(Quantization::Mode mode) noexcept;

/// Returns the attribute that records the mode, an int with the number of digits or bits.
[[nodiscard]] std::string_view quantization_attribute(Quantization::Mode mode) noexcept;
/// Returns whether the attribute records a mode.
[[nodiscard]] bool is_quantization_attribute(std::string_view name) noexcept;

/// Returns the most significant digits, or bits for bit_round, that values of the type may keep; 0
/// for types that cannot be quantized. The fewest are 1.
[[nodiscard]] int max_digits(Quantization::Mode mode, const Type& type) noexcept;

}  // namespace ncf::model
