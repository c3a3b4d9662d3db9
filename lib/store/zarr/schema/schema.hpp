// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A store as netCDF sees it: a schema, and an array for each of its variables. Read from an
// existing store (schema_reader.cpp), or planned from the schema of a new one (schema_planner.cpp),
// whose metadata are written at the end (schema_writer.cpp).
//
// I/O thread only, like filter::FilterSource.
#pragma once

#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "model/schema/schema.hpp"
#include "store/zarr/chunks/open_array.hpp"
#include "store/zarr/metadata/tree.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

struct OpenStore {
  model::Schema schema;
  std::vector<OpenArray> arrays;  ///< in the order of schema.variables
  bool is_consolidated = false;   ///< one value contains a copy of all metadata
};

/// throws: Error(corrupt, unsupported), naming variable or group.
OpenStore read_schema(const Tree& tree, filter::FilterSource& filters);

/// Plans the store for `schema`, whose format is one of Zarr's. Unlimited dimensions have length 0.
/// throws: Error(unsupported) naming the variable, dimension or attribute that Zarr cannot store.
OpenStore plan_store(const model::Schema& schema, filter::FilterSource& filters);

/// Writes all metadata according to the current schema and arrays.
void write_metadata(KeyStore& store, const OpenStore& open);

}  // namespace ncf::store::zarr
