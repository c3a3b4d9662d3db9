// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The names that an HDF5 file stores with filters, which h5dump shows as COMMENT. They need not be
// those of the registry.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace ncf::filter {

using FilterNames = std::map<std::uint32_t, std::string>;  ///< by id

}  // namespace ncf::filter
