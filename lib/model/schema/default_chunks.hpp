// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The default chunks of a variable: those that libnetcdf chooses. Pure; any thread.
// source: netCDF-C, nc_def_var_chunking ("default chunk sizes")
#pragma once

#include <cstddef>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::model {

struct Axis {
  std::size_t length = 0;
  bool is_unlimited = false;
};

/// value_bytes: size of one value in memory. Returns a length above 0 for each axis.
[[nodiscard]] std::vector<std::size_t> default_chunks(const std::vector<Axis>& axes,
                                                      std::size_t value_bytes);

/// Returns the axes of a variable in a new file, where unlimited dimensions still have length 0.
[[nodiscard]] std::vector<Axis> axes_of(const Schema& schema, const Variable& variable);

/// Returns the shape of the chunks that the variable gets in a new file: as requested, or else the
/// default; empty without chunks.
[[nodiscard]] std::vector<std::size_t> chunk_shape_to_make(const Schema& schema,
                                                           const Variable& variable);

}  // namespace ncf::model
