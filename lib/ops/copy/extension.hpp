// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves the chunks of arrays to the end of the same arrays in another store, and lets the metadata
// there state the new lengths. I/O thread only.
//
// source: Zarr v2 and v3 specifications; zarr-python, "Consolidating metadata"
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/json/json.hpp"
#include "filter/codecs/stored_codecs.hpp"
#include "ops/copy/extended_store.hpp"
#include "store/zarr/metadata/array.hpp"

namespace ncf::ops {

/// An array, and how it grows.
struct GrownArray {
  std::string path;        ///< "forecast/t2m"
  std::size_t axis = 0;    ///< the dimension along which it grows
  std::size_t length = 0;  ///< before it grows
  std::size_t begin = 0;   ///< where the added elements begin; a multiple of a chunk or shard
};

class Extension {
 public:
  /// store: with the chunks, in the same form, in the folder `added`. Outlives this object.
  Extension(ExtendedStore& store, filter::ZarrFormat format) : store_(store), format_(format) {}

  /// Requires that the chunks of both arrays mean the same. throws: Error(unsupported) naming it;
  /// BusyFile if the length has changed.
  void check(const GrownArray& array) const;

  /// Moves the chunks of an array. Readers of the store see the same values as before.
  void move_chunks(const GrownArray& array);

  /// Replaces the metadata by those that state the new lengths.
  void publish() const;

 private:
  /// Chunks of the added store: their keys, and their positions counted in chunks.
  using Chunks = std::vector<std::pair<std::string, std::vector<std::size_t>>>;

  void remove_stale_chunks(const GrownArray& array, const store::zarr::ArrayMetadata& to,
                           const store::zarr::ArrayMetadata& from, const Chunks& added) const;
  [[nodiscard]] base::Json read(const std::string& key) const;
  [[nodiscard]] base::Json read_added(const std::string& key) const;
  [[nodiscard]] std::string key_of(const GrownArray& array) const;

  ExtendedStore& store_;
  filter::ZarrFormat format_;
  std::map<std::string, base::Json> changed_;  ///< metadata of arrays, by key
};

}  // namespace ncf::ops
