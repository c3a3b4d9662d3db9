// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stored filters as JSON for reports. Pure function, any thread.
#pragma once

#include "base/json/json.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::ops {

/// A list of objects with `id`, `parameters`, `flag` and `description`.
base::Json filters_json(const StoredChain& chain);

}  // namespace ncf::ops
