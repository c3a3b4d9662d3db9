// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A chunk of numbers through a filter and back, in a child process, so that a filter that crashes
// is a result.
//
// Thread rule: as ncf/plugins.hpp.
#pragma once

#include <cstdint>
#include <string>

#include "ncf/filter_spec.hpp"

namespace ncf::plugin {

/// What came of it.
struct Trip {
  bool works = false;     ///< it came back, exactly or nearly
  bool is_exact = false;  ///< bit by bit; a lossy filter's values come back nearly
  std::string failure;
  std::uint64_t raw_bytes = 0;
  std::uint64_t stored_bytes = 0;
};

/// Through libhdf5, in a file in memory. Filters that are not for floating values get whole ones.
Trip try_with_libhdf5(const Filter& visible);

/// By the filter's kernel.
Trip try_with_kernel(const Filter& visible);

}  // namespace ncf::plugin
