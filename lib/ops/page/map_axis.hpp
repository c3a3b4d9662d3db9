// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The cells on the axes of a map, and their names. Pure functions, any thread, except `add_labels`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "ncf/map_axis.hpp"
#include "ops/values/coordinate_texts.hpp"

namespace ncf::ops {

/// The largest numbers of rows and of columns of a map of chunks.
inline constexpr std::size_t most_map_rows = 12;
inline constexpr std::size_t most_map_columns = 32;

/// Returns the cell that contains a position.
[[nodiscard]] std::size_t cell_of(const MapAxis& axis, std::size_t position);

/// Adds labels, and the direction in which people expect them. values: along the dimension, in each
/// position of the axis. I/O thread.
void add_labels(const CoordinateTexts& texts, std::size_t dimension, std::size_t values,
                MapAxis& axis);

/// Returns "Across: time, 120 chunks. Down: lat, 4 chunks." unit: "chunks".
[[nodiscard]] std::string describe_axes(const MapAxis& down, const MapAxis& across,
                                        std::string_view unit);

/// Returns the positions in a cell, "lat 3, time 16-19". cell: counted row by row.
[[nodiscard]] std::string name_cell(const MapAxis& down, const MapAxis& across, std::size_t cell);

}  // namespace ncf::ops
