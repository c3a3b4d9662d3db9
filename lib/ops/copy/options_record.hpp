// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The options of a copy that its output depends on.
#pragma once

#include "base/json/json.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// Equal for options with which this version of the library makes equal outputs from an input.
/// Contains the members of CopyOptions that were set.
[[nodiscard]] base::Json record_of_options(const CopyOptions& options);

}  // namespace ncf::ops
