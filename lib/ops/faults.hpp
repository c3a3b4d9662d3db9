// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether the values of a variable may be read at all, before any are read.
#pragma once

#include <optional>

#include "model/dataset.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {

/// Why the values of a netCDF variable must not be read; empty if they may be. Zarr's chunks can be
/// copied as stored where they cannot be read.
[[nodiscard]] std::optional<Error> find_fault(model::Dataset& dataset, model::VariableId id);

}  // namespace ncf::ops
