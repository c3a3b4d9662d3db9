// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The common parts of several reports, as JSON. Pure functions, any thread.
#pragma once

#include "base/json/json.hpp"
#include "ncf/explain.hpp"
#include "ncf/filter_spec.hpp"
#include "ncf/map_axis.hpp"

namespace ncf::ops {

/// Returns stored filters as a list of objects with `id`, `parameters`, `flag` and `description`.
[[nodiscard]] base::Json filters_json(const StoredChain& chain);

/// Returns an object with `name`, `text` and `note`; null for what is empty.
[[nodiscard]] base::Json notation_json(const Notation& notation);

[[nodiscard]] base::Json map_axis_json(const MapAxis& axis);

}  // namespace ncf::ops
