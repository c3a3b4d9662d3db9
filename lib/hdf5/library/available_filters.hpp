// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/library/module_api.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::hdf5 {

/// throws: Error(not_found) if libhdf5 neither has the filter nor finds a plugin with it.
NCF_MODULE_API void require_filter(std::uint32_t id);

/// throws: Error(not_found) naming the first filter that is not available.
NCF_MODULE_API void require_filters(const StoredChain& filters);

}  // namespace ncf::hdf5
