// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An open store: access to boxes of values and to stored chunks, and metadata that are written at
// the end. Both a source and a target of open_zarr.hpp have one.
//
// Chunks that are read or written in parts stay decoded in a cache of limited size; the least
// recently used one is dropped first. One thread at a time.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "filter/kernels/filter_source.hpp"
#include "model/grid/box.hpp"
#include "model/values/values.hpp"
#include "store/common/tuning.hpp"
#include "store/zarr/chunks/chunk_io.hpp"
#include "store/zarr/schema/schema.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

class ZarrStore {
 public:
  /// filters: must outlive this object.
  ZarrStore(std::shared_ptr<KeyStore> keys, OpenStore open, filter::FilterSource& filters,
            const Tuning& tuning);

  [[nodiscard]] const OpenStore& open() const noexcept { return open_; }
  [[nodiscard]] const model::Schema& schema() const noexcept { return open_.schema; }
  [[nodiscard]] const OpenArray& array(model::VariableId id) const { return open_.arrays.at(id); }
  [[nodiscard]] ChunkIo& chunks(model::VariableId id) { return *io_.at(id); }

  /// See model::Source. Codecs that nothing decodes are no fault: the stored bytes can be copied.
  [[nodiscard]] std::optional<Error> fault(model::VariableId id) const;

  [[nodiscard]] KeyStore& keys() const noexcept { return *keys_; }

  /// Returns the coordinates of the chunk whose first element is at `offset`.
  [[nodiscard]] std::vector<std::size_t> coordinates(model::VariableId id,
                                                     std::span<const std::size_t> offset) const;

  void read(model::VariableId id, const model::Box& box, model::Values& values);
  void write(model::VariableId id, const model::Box& box, const model::Values& values);

  /// Extends unlimited dimensions, and the variable along them, to at least this extent.
  void grow(model::VariableId id, std::span<const std::size_t> extent);

  /// How to handle missing chunks that a reader would need.
  enum class MissingChunks {
    filled,
    left  ///< they are in another file
  };

  /// Writes the chunks in the cache, then all metadata, next to the directory of a zip file.
  void finish(MissingChunks missing);

 private:
  using ChunkName = std::pair<model::VariableId, std::vector<std::size_t>>;
  struct HeldChunk {
    ChunkName name;
    model::Values values;
    bool is_changed = false;
  };

  /// Calls `visit` with the coordinates and the box of every chunk that overlaps a box.
  template <class Visit>
  void visit_chunks(model::VariableId id, const model::Box& box, Visit visit);
  /// Returns a chunk in the cache, read if necessary; null if it is missing.
  HeldChunk* find(const ChunkName& name);
  /// Puts the values of a chunk into the cache.
  HeldChunk& hold(const ChunkName& name, model::Values values);
  void free_memory_for(std::size_t bytes);
  void write_back(HeldChunk& chunk);
  void require_expected_codecs(model::VariableId id);
  void fix_texts(model::VariableId id);
  void settle_fill(model::VariableId id, MissingChunks missing);
  /// Calls `visit` for all chunks, with their coordinates.
  template <class Visit>
  void visit_all_chunks(model::VariableId id, Visit visit);

  std::shared_ptr<KeyStore> keys_;
  OpenStore open_;
  filter::FilterSource& filters_;
  std::vector<std::unique_ptr<ChunkIo>> io_;
  std::size_t max_held_bytes_;
  std::size_t held_bytes_ = 0;
  std::list<HeldChunk> held_;  ///< the most recently used first
  /// The chunks in `held_`, by variable and chunk coordinates.
  std::vector<std::map<std::vector<std::size_t>, std::list<HeldChunk>::iterator, model::COrder>>
      places_;
};

}  // namespace ncf::store::zarr
