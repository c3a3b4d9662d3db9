// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/map_axis_json.hpp"

namespace ncf::ops {

base::Json map_axis_json(const MapAxis& axis) {
  return base::json_object({{"dimension", base::json_text_or_null(axis.dimension)},
                            {"length", axis.length},
                            {"cells", axis.cells}});
}

}  // namespace ncf::ops
