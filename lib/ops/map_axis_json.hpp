// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Axes of maps as JSON. Pure function, any thread.
#pragma once

#include "base/json/json.hpp"
#include "ncf/map_axis.hpp"

namespace ncf::ops {

[[nodiscard]] base::Json map_axis_json(const MapAxis& axis);

}  // namespace ncf::ops
