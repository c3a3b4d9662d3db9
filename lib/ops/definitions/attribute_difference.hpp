// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds out how attributes of the same name differ. Pure functions, any thread.
#pragma once

#include <optional>
#include <string_view>

#include "model/schema/schema.hpp"
#include "model/values/values.hpp"

namespace ncf::ops {

enum class AttributeDifference {
  none,     ///< also if both are NaN with different bits
  type,     ///< the same text or equal numbers of different types: 0 is not -0, NaN equals NaN
  rounded,  ///< floats, and doubles read from their shortest decimals, as in JSON: 0.1f and 0.1
  padding,  ///< texts that are the same but for NULs at their ends, which Zarr does not keep
  storage,  ///< the attribute describes storage: netCDF's record of a rounding
  value,
};

/// Returns how two attributes of the same name differ; one may be null.
[[nodiscard]] AttributeDifference difference_of(const model::Attribute* first,
                                                const model::Attribute* second);

/// Returns whether attributes with these numbers are equal, or differ only by `type` or `rounded`.
[[nodiscard]] bool are_same_numbers(const model::Values& first, const model::Values& second);

/// Returns the text of characters or of one string; empty for other values.
[[nodiscard]] std::optional<std::string_view> find_text(const model::Values& values);

}  // namespace ncf::ops
