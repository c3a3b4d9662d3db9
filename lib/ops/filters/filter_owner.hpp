// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What has filters: a variable in libnetcdf, or properties of libhdf5. I/O thread only.
#pragma once

#include <string>
#include <utility>

#include "base/errors/error_context.hpp"
#include "libnetcdf/functions.hpp"
#include "ncf/variable_filters.hpp"

namespace ncf::ops {

inline bool is_variable(const FilterOwner& owner) { return owner.properties < 0; }

/// Does `work`. An Error names the owner.
template <class Work>
decltype(auto) at_owner(const FilterOwner& owner, Work&& work) {
  const auto name = [&] {
    if (!is_variable(owner)) return std::string("property list");
    return "variable " + libnetcdf::functions().variable_path(owner.ncid, owner.varid);
  };
  return base::with_context(name, std::forward<Work>(work));
}

}  // namespace ncf::ops
