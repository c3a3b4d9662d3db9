// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Positions in a variable as people name them: by the time, the latitude and the longitude that its
// coordinates state; and the axes of maps.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/dataset/source.hpp"
#include "ncf/map_axis.hpp"

namespace ncf::ops {

/// Values of coordinates are read one by one, as they are asked for. I/O thread only.
class CoordinateTexts {
 public:
  /// source: must outlive this object.
  CoordinateTexts(model::Source& source, model::VariableId variable);

  /// Returns "2020-03-05 12:00, 850 hPa, 52 N 13 E": times first, latitude and longitude last.
  /// Dimensions without a coordinate are named by their index, "member[3]"; empty if none has one.
  /// Coordinates that cannot be read count as absent. at: may be the first indices only.
  [[nodiscard]] std::string describe(const std::vector<std::size_t>& at) const;

  /// Returns the coordinate with the name of a dimension; empty if there is none.
  [[nodiscard]] std::string describe(std::size_t dimension, std::size_t index) const;

  /// Returns whether people expect the end of a dimension above its beginning: latitudes and other
  /// coordinates that increase, except times and those that are positive downwards.
  [[nodiscard]] bool is_upward(std::size_t dimension) const;

 private:
  enum class Kind { time, other, latitude, longitude };

  struct Coordinate {
    model::VariableId id;
    Kind kind;
    std::vector<std::size_t> dimensions;  ///< indices of its dimensions in the variable
  };

  [[nodiscard]] std::optional<Coordinate> make_coordinate(model::VariableId id) const;
  void add(Coordinate coordinate);
  [[nodiscard]] std::optional<double> number(const Coordinate& coordinate,
                                             const std::vector<std::size_t>& at) const;
  [[nodiscard]] std::string text(const Coordinate& coordinate,
                                 const std::vector<std::size_t>& at) const;

  model::Source& source_;
  const model::Variable& variable_;
  std::vector<Coordinate> own_;    ///< those with the names of dimensions
  std::vector<Coordinate> shown_;  ///< those that name positions, in their order
};

// ---- The cells on the axes of a map, and their names ----
// Any thread, except `add_labels`.

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
