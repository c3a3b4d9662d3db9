// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks that the chunks of a dataset decode to the full chunk size. libhdf5 1.10 does not check
// it: for a shorter chunk it returns whatever follows it in memory. I/O thread only.
#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/memory/bytes.hpp"
#include "filter/kernels/filter_source.hpp"
#include "filter/kernels/prepared_chain.hpp"
#include "hdf5/library/calls.hpp"
#include "model/grid/box.hpp"
#include "store/netcdf4/stored_chunks.hpp"

namespace ncf::store::netcdf4 {

class ChunkCheck {
 public:
  /// dataset: of this form; must outlive this object. filters: libhdf5 runs those that are missing
  /// here or that only it knows. throws: Error.
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
