// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chains of the filters that the library itself contains.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "filter/kernels/builtin.hpp"
#include "filter/kernels/prepared_chain.hpp"

namespace ncf::test {

inline filter::PreparedChain builtin_chain(const StoredChain& filters,
                                           std::uint32_t optional_filters = 0) {
  std::vector<filter::Kernel> kernels;
  for (const StoredFilter& filter : filters) {
    kernels.emplace_back(*filter::find_builtin_kernel(filter.id));
  }
  return {filters, std::move(kernels), optional_filters};
}

}  // namespace ncf::test
