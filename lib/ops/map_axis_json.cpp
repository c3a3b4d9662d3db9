// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/map_axis_json.hpp"

namespace ncf::ops {

nlohmann::ordered_json map_axis_json(const MapAxis& axis) {
  using Json = nlohmann::ordered_json;
  return {{"dimension", axis.dimension.empty() ? Json() : Json(axis.dimension)},
          {"length", axis.length},
          {"cells", axis.cells}};
}

}  // namespace ncf::ops
