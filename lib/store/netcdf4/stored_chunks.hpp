// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The chunks of a dataset as stored, held to what the dataset says of them: libhdf5 believes
// whatever the index says. I/O thread only.
// source: HDF5 reference manual, H5Dread_chunk and H5Pset_chunk_opts
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <optional>
#include <span>

#include "hdf5/recording_driver.hpp"
#include "model/chunk_grid.hpp"
#include "model/stored_form.hpp"
#include "model/stored_places.hpp"

namespace ncf::store::netcdf4 {

/// Chunks that were written; of a dataset that is not chunked 1, or 0 if it never was. Counting
/// takes linear time. throws: Error.
std::size_t count_stored(hid_t dataset, const model::StoredForm& form);

class StoredChunks {
 public:
  /// dataset: chunked, of this form; outlives this. throws: Error.
  StoredChunks(hid_t dataset, const model::StoredForm& form);

  [[nodiscard]] const model::ChunkGrid& grid() const noexcept { return grid_; }

  /// Bytes of a chunk decoded; 0 where nobody knows: of values of variable length.
  [[nodiscard]] std::size_t plain_bytes() const noexcept { return plain_bytes_; }

  /// Replaces `chunk` by the one whose first element is at `offset`; false if it was never written.
  /// throws: Error(corrupt) where the index cannot be right: a chunk is missing though as many are
  /// counted as there can be, one is longer than the file, or one that no filter changed has not
  /// the size of a chunk.
  bool read(std::span<const std::size_t> offset, model::StoredChunk& chunk);

  /// Where that chunk lies; empty if it was never written. recording: of the dataset's file.
  /// throws: as `read`.
  std::optional<model::StoredPlace> find(std::span<const std::size_t> offset,
                                         hdf5::Recording& recording);

 private:
  /// As libhdf5 says, 0 for a chunk that was never written. throws: Error, also where memory for so
  /// many bytes should not be asked for.
  [[nodiscard]] std::size_t stored_bytes(std::span<const std::size_t> offset) const;
  void require_hole();
  /// False for a chunk that was never written. throws: Error.
  bool read_bytes(std::span<const std::size_t> offset, model::StoredChunk& chunk) const;
  /// How many bytes there are, as far as they can be counted: all or 0. throws: Error.
  std::optional<std::size_t> read_all(std::span<const std::size_t> offset,
                                      model::StoredChunk& chunk) const;
  std::uint32_t true_mask(std::span<const std::size_t> offset, std::uint32_t stored) const;
  /// read: bytes that there are. said: as libhdf5 says. throws: Error(corrupt).
  void require_size(std::size_t read, std::size_t said, std::uint32_t mask) const;
  [[nodiscard]] bool reaches_beyond_extent(std::span<const std::size_t> offset) const;

  hid_t dataset_;
  model::ChunkGrid grid_;
  std::size_t plain_bytes_;      ///< of a chunk that no filter changed; 0 where nobody knows
  std::size_t most_bytes_;       ///< that a chunk can have in the file
  std::uint32_t all_filters_;    ///< a mask that skips each of them
  bool filters_edges_;           ///< chunks that reach beyond the extent are filtered as all others
  model::StoredChunk nothing_;   ///< what libhdf5 "reads" of a chunk whose place is noted
  std::optional<bool> is_full_;  ///< as many chunks are counted as there can be; once asked for
};

}  // namespace ncf::store::netcdf4
