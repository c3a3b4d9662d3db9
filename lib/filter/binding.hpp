// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// From what a user asks of a filter to what a file stores and the filter works with; the way back
// is ncf::user_form.
// source: netCDF documentation, "NetCDF-4 Filter Support", "Visible and Working Parameters"
#pragma once

#include "filter/kernel.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// Makes the one of the other for a variable. I/O thread only: filters may ask libhdf5.
class Binding {
 public:
  Binding() = default;
  Binding(const Binding&) = delete;
  Binding& operator=(const Binding&) = delete;
  virtual ~Binding() = default;

  /// throws: Error(not_found) where the filter is not here; Error(unsupported), with the filter's
  /// words, where the parameters are wrong or it cannot be used on such a variable.
  [[nodiscard]] virtual StoredFilter bind(const Filter& visible, const ChunkLayout& layout) = 0;
};

}  // namespace ncf::filter
