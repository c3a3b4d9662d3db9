// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters for trying out a filter. Pure function, any thread.
#pragma once

#include <cstdint>
#include <optional>

#include "ncf/filter_spec.hpp"

namespace ncf::ops {

/// Returns the filter in visible form with its default values. If it has several layouts, the first
/// that has defaults for all; for a required value, the smallest one. Empty if the parameters are
/// unknown.
std::optional<Filter> typical_filter(std::uint32_t id);

}  // namespace ncf::ops
