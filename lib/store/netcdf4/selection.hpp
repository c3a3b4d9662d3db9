// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Boxes of a variable as libhdf5 selections. I/O thread only.
#pragma once

#include <vector>

#include "hdf5/library/calls.hpp"
#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "store/common/tuning.hpp"

namespace ncf::store::netcdf4 {

/// Selects `part` in a space of `shape` whose first element is at `origin` (empty: all zeros).
/// throws: Error.
hdf5::Handle select(const std::vector<std::size_t>& shape, const std::vector<std::size_t>& origin,
                    const model::Box& part);

/// Makes access properties with a chunk cache for a walk over a variable in boxes like `box`.
/// throws: Error.
hdf5::Handle access_for(const model::Schema& schema, model::VariableId id, const model::Box& box,
                        const Tuning& tuning);

}  // namespace ncf::store::netcdf4
