// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The dimensions that a schema loses in Zarr.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Returns the unlimited dimensions that become fixed, because plain Zarr has no others. This is no
/// news to its users, so only plans say it.
[[nodiscard]] std::vector<std::string> find_made_fixed(const model::Schema& schema);

/// Adds notes on the losses of dimensions: plain Zarr has array shapes with named lengths instead,
/// which readers look up by their names. schema: of a Zarr output.
void tell_dimensions(const model::Schema& schema, std::vector<std::string>& notes);

}  // namespace ncf::ops
