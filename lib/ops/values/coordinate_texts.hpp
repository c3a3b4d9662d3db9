// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Positions in a variable as people name them: by the time, the latitude and the longitude that its
// coordinates state. Values are read one by one, as they are asked for. I/O thread only.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/dataset/source.hpp"

namespace ncf::ops {

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

}  // namespace ncf::ops
