// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What formats can express, so that a definition that one of two formats lacks does not count as a
// difference. Pure functions, any thread.
#pragma once

#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Returns whether a format has dimensions apart from those of its variables. Zarr counts as
/// without: plain Zarr has none, and NCZarr's are an extension that other programs do not write.
[[nodiscard]] bool expresses_lone_dimensions(Format format);

/// Returns whether a dataset of a format can have a dimension as this schema defines it: unlimited
/// dimensions are at most one in the classic model, which comes first in classic files, and fixed
/// ones have a length above 0 in classic files. Zarr counts as having none that are unlimited.
[[nodiscard]] bool expresses_growth(Format format, const model::Schema& schema,
                                    model::DimensionId dimension);

/// Returns whether a format has an atomic type for attributes. Zarr counts as having none: plain
/// Zarr does not state types.
[[nodiscard]] bool expresses_attribute_type(Format format, const model::Type& type);

}  // namespace ncf::ops
