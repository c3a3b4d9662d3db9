// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The options of a copy that its output depends on.
#pragma once

#include "base/json/json.hpp"
#include "ncf/copy.hpp"

namespace ncf::ops {

/// Returns the members of CopyOptions that were set. The results are equal for options with which
/// this version of the library makes equal outputs from an input.
[[nodiscard]] base::Json record_of_options(const CopyOptions& options);

}  // namespace ncf::ops
