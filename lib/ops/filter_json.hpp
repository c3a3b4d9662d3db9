// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stored filters as JSON for reports. Pure function, any thread.
#pragma once

#include <nlohmann/json.hpp>

#include "ncf/filter_spec.hpp"

namespace ncf::ops {

/// An array of objects with `id`, `parameters`, `flag` and `description`.
nlohmann::ordered_json filters_json(const StoredChain& chain);

}  // namespace ncf::ops
