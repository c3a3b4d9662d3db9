// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What becomes of the order in which filters are asked for. Pure functions, any thread.
#pragma once

#include <optional>
#include <string>

#include "ncf/filter_spec.hpp"

namespace ncf::ops {

/// What to tell of filters that libnetcdf made in another order; empty where the order is as asked.
[[nodiscard]] std::optional<std::string> describe_other_order(const Chain& asked,
                                                              const StoredChain& made);

}  // namespace ncf::ops
