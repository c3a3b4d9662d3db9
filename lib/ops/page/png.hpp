// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The colours of maps, and maps as PNG files. Pure functions; any thread.
//
// source: ColorBrewer 2.0 by Cynthia Brewer (Blues, RdBu); Portable Network Graphics, third edition
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ncf::ops::page {

/// The number of colours from the palest to the strongest, and of those from blue over white to
/// red, which follow them in the palette.
inline constexpr std::size_t color_count = 9;
inline constexpr std::size_t diverging_count = 11;

/// As 0xRRGGBB. In dark mode, the style sheet inverts their brightness and keeps their hues.
inline constexpr std::array<std::uint32_t, color_count + diverging_count> palette = {
    0xe7eff8, 0xd0e1f2, 0xb2cee9, 0x8fb7dd, 0x689dce, 0x4481bb, 0x2864a0,
    0x154a80, 0x072c57, 0x053061, 0x2166ac, 0x4393c3, 0x92c5de, 0xd1e5f0,
    0xf7f7f7, 0xfddbc7, 0xf4a582, 0xd6604d, 0xb2182b, 0x67001f};

/// Returns a file with one pixel for each colour, row by row. Pixels without a colour are
/// transparent. colors: indices in the palette, a multiple of `columns`, not 0.
[[nodiscard]] std::string format_png(const std::vector<std::optional<std::size_t>>& colors,
                                     std::size_t columns);

}  // namespace ncf::ops::page
