// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/schema.hpp"

namespace ncf::ops {

enum class AttributeDifference {
  none,
  type,  ///< the values are the same text, or the same numbers as far as both types can hold them
  storage,  ///< the attribute describes storage: netCDF's record of a rounding
  value,
};

/// How two attributes of the same name differ; one may be null.
[[nodiscard]] AttributeDifference difference_of(const model::Attribute* first,
                                                const model::Attribute* second);

}  // namespace ncf::ops
