// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An axis of a coarse map, on which neighbouring chunks or values share a cell.
//
//   for (std::size_t cell = 0; cell < map.across.cells; ++cell) {
//     std::cout << map.across.dimension << ' ' << map.across.begin(cell) << '\n';
//   }
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ncf {

struct MapAxis {
  std::string dimension;   ///< empty if there is one cell for all
  std::size_t length = 1;  ///< number of positions along it, of chunks or of values
  std::size_t cells = 1;   ///< at most `length`
  /// What the coordinate with the name of the dimension states at evenly spaced positions, from the
  /// first to the last, "13 E"; the positions themselves without one.
  std::vector<std::string> labels = {};
  bool is_upward =
      false;  ///< people expect its end above its beginning: of latitudes, to the north

  /// The first position of a cell; for `cells`, the end of the last cell.
  [[nodiscard]] std::size_t begin(std::size_t cell) const noexcept { return cell * length / cells; }
};

}  // namespace ncf
