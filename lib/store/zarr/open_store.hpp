// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A store as netCDF sees it: a schema, and for each of its variables the array behind it. Made of
// what a store holds, or of the schema that a new one is to hold.
//
// I/O thread only, as filter::FilterSource.
#pragma once

#include <string>
#include <vector>

#include "filter/filter_source.hpp"
#include "model/schema.hpp"
#include "store/zarr/array.hpp"
#include "store/zarr/tree.hpp"

namespace ncf::store::zarr {

/// The array of a variable.
struct OpenArray {
  std::string path;  ///< "forecast/t2m"; empty where the store is one array
  /// Where the metadata were read; empty of a store that is being made.
  std::string metadata_key = {};
  ArrayMetadata metadata;
  /// NCZarr keeps a scalar as an array of one dimension of length 1.
  bool is_scalar_of_one = false;
  bool is_same_bytes = true;  ///< the codecs' bytes are those of the variable's filters
  /// Names of codecs that cannot be decoded here; they alone keep the values from being read.
  std::vector<std::string> unreadable_codecs = {};

  [[nodiscard]] bool is_opaque() const noexcept { return !unreadable_codecs.empty(); }
};

struct OpenStore {
  model::Schema schema;
  std::vector<OpenArray> arrays;  ///< as schema.variables
};

/// throws: Error(corrupt, unsupported), naming variable or group.
OpenStore read_schema(const Tree& tree, filter::FilterSource& filters);

/// The store that `schema`, of one of Zarr's formats, is written as. Unlimited dimensions have
/// length 0.
/// throws: Error(unsupported) naming the variable, dimension or attribute that Zarr cannot hold.
OpenStore plan_store(const model::Schema& schema, filter::FilterSource& filters);

/// All metadata, as the schema and the arrays are now.
void write_metadata(KeyStore& store, const OpenStore& open);

}  // namespace ncf::store::zarr
