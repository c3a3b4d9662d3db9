// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters to try a filter with. Pure function, any thread.
#pragma once

#include <cstdint>
#include <optional>

#include "ncf/filter_spec.hpp"

namespace ncf::ops {

/// The filter in user form with the values it has when none are given; of several layouts the first
/// that lets a user give none, and where a value must be given, the smallest. Empty for a filter
/// whose parameters are not known.
std::optional<Filter> typical_filter(std::uint32_t id);

}  // namespace ncf::ops
