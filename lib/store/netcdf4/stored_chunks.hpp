// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The stored chunks of a dataset, checked because libhdf5 trusts the index and what chunks decode
// to: their sizes against the dataset's properties, and the sizes of decoded chunks.
// I/O thread only.
// source: HDF5 reference manual, H5Dread_chunk and H5Pset_chunk_opts
#pragma once

#include <hdf5.h>

#include <bitset>
#include <cstddef>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/memory/bytes.hpp"
#include "filter/kernels/filter_source.hpp"
#include "filter/kernels/prepared_chain.hpp"
#include "hdf5/library/calls.hpp"
#include "hdf5/recording/recording.hpp"
#include "hdf5/structure/chunk_index.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/box.hpp"
#include "model/grid/chunk_grid.hpp"

namespace ncf::store::netcdf4 {

/// Returns the stored chunks together, in linear time. Without chunks, the values count as one, or
/// as none if never written. dataset: of this form, opened to be read. throws: Error.
hdf5::StoredAmount stored_amount(hid_t dataset, const model::StoredForm& form);

class StoredChunks {
 public:
  /// dataset: chunked, of this form; both must outlive this object. throws: Error.
  StoredChunks(hid_t dataset, const model::StoredForm& form);

  [[nodiscard]] const model::ChunkGrid& grid() const noexcept { return grid_; }

  /// Returns the decoded size of a chunk; 0 if unknown, for values of variable length.
  [[nodiscard]] std::size_t plain_bytes() const noexcept { return plain_bytes_; }

  /// Returns the place of the chunk whose first element is at `offset`; empty if it is missing.
  /// throws: Error(corrupt) if the index must be wrong: a chunk is missing though all are counted,
  /// one is longer than the file, or an unfiltered one has the wrong size.
  std::optional<model::StoredPlace> find(std::span<const std::size_t> offset);

  /// Returns the positions of the stored chunks' first elements, in the index's order.
  /// throws: Error.
  [[nodiscard]] std::vector<std::vector<std::size_t>> list();

  /// Reads that chunk into `chunk`; returns false if it is missing. throws: as `find`; Error(io).
  bool read(std::span<const std::size_t> offset, model::StoredChunk& chunk);

 private:
  /// Returns the size that libhdf5 reports, 0 for a missing chunk. throws: Error, also for a size
  /// that no chunk can have, so that no memory is allocated for it.
  [[nodiscard]] std::size_t stored_bytes(const std::vector<hsize_t>& start) const;
  /// Remembers which chunks are stored, and visits their first elements' positions. throws: Error.
  void note_stored(const std::function<void(std::span<const std::size_t>)>& visit);
  [[nodiscard]] bool is_noted(std::span<const std::size_t> offset) const;
  /// Says that a chunk is missing. throws: Error(corrupt) if the index counts all chunks.
  std::nullopt_t missing() const;
  /// Makes libhdf5 look up a chunk without reading it; returns false if it is missing.
  /// throws: Error.
  bool read_into(std::byte* nothing, const std::vector<hsize_t>& start, std::uint32_t& mask) const;
  /// Checks the size of a chunk. read: bytes in the file. said: the size that libhdf5 reports.
  /// throws: Error(corrupt).
  void require_size(std::size_t read, std::size_t said, std::uint32_t mask) const;
  [[nodiscard]] bool reaches_beyond_extent(std::span<const std::size_t> offset) const;

  hid_t dataset_;
  const model::StoredForm& form_;
  hdf5::Recording& recording_;  ///< of the dataset's file
  model::ChunkGrid grid_;
  std::size_t plain_bytes_;        ///< of an unfiltered chunk; 0 if unknown
  std::size_t most_bytes_;         ///< the most bytes of a chunk in the file
  std::uint32_t all_filters_;      ///< a mask that skips all filters
  hdf5::UntouchedMemory nothing_;  ///< chunks are "read" into it, to record their places
  /// The numbers of the stored chunks, in order; set when the first missing chunk is looked up,
  /// because libhdf5 takes a tenth of a millisecond to fail.
  std::optional<std::vector<std::size_t>> stored_;
  bool is_full_ = false;  ///< the index counts as many chunks as there can be; set with stored_
};

/// Checks that the chunks of a dataset decode to the full chunk size. libhdf5 1.10 does not check
/// it: for a shorter chunk it returns whatever follows it in memory.
class ChunkCheck {
 public:
  /// dataset: of this form; both must outlive this object. filters: libhdf5 runs those that are
  /// missing here or that only it knows. throws: Error.
  ChunkCheck(const hdf5::Handle& dataset, const model::StoredForm& form,
             filter::FilterSource& filters);

  /// Checks all chunks that share elements with `box`, each only once.
  /// throws: Error naming the chunk.
  void require_whole(const model::Box& box);

  /// Returns the parts of `box` in stored chunks; `box` itself if all are stored. Call
  /// require_whole for it first.
  [[nodiscard]] std::vector<model::Box> written_parts(const model::Box& box) const;
  /// Returns whether an element of a checked box is in a missing chunk.
  [[nodiscard]] bool is_missing(const std::vector<std::size_t>& element) const;

 private:
  /// The known state of consecutive chunks.
  struct Page {
    static constexpr std::size_t chunks = 4096;
    std::bitset<chunks> seen;
    std::bitset<chunks> missing;
  };

  /// Returns whether the chunk is missing. throws: Error naming it.
  bool find_missing(std::size_t number);
  [[nodiscard]] bool is_missing(std::size_t number) const;

  std::optional<StoredChunks> chunks_;  ///< empty if nothing must be checked
  std::optional<filter::PreparedChain> chain_;
  StoredChain foreign_chain_;                    ///< the filters, if only libhdf5 can run them
  std::unordered_map<std::size_t, Page> pages_;  ///< by number; the chunks may be sparse
  model::StoredChunk chunk_;
  base::ByteBuffer decoded_;
  filter::ChainWorkspace workspace_;
};

}  // namespace ncf::store::netcdf4
