// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The links in an HDF5 file, which name its objects. I/O thread only.
#pragma once

#include <string>
#include <vector>

#include "store/hdf5/calls.hpp"

namespace ncf::store::hdf5 {

struct Link {
  std::string path;
  H5L_type_t type;
};

/// Of a group and all groups below it; each group once. throws: Error.
[[nodiscard]] std::vector<Link> links_below(const Handle& file, const std::string& group);

}  // namespace ncf::store::hdf5
