// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The options of a copy as far as the output depends on them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "ncf/copy.hpp"

namespace ncf::ops {

/// Equal for options by which this version of the library makes equal outputs of an input. Members
/// are those of CopyOptions that were set.
[[nodiscard]] nlohmann::json record_of_options(const CopyOptions& options);

}  // namespace ncf::ops
