// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/filter_order.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "filter/describe.hpp"

namespace ncf::ops {

std::optional<std::string> describe_other_order(const Chain& asked, const StoredChain& made) {
  const bool is_as_asked =
      std::equal(asked.begin(), asked.end(), made.begin(), made.end(),
                 [](const Filter& one, const StoredFilter& other) { return one.id == other.id; });
  if (is_as_asked) return std::nullopt;
  return fmt::format(
      "the order asked for is {}; libnetcdf puts fletcher32 first and shuffle next, so it is {}",
      filter::describe(asked), filter::describe(made));
}

}  // namespace ncf::ops
