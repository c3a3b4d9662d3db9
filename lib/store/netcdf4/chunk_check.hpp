// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// That the chunks of a dataset decode to as many bytes as a chunk has. libhdf5 1.10 takes that for
// granted: of one that is shorter it gives whatever lies behind in memory. I/O thread only.
#pragma once

#include <bitset>
#include <cstddef>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/byte_buffer.hpp"
#include "filter/filter_source.hpp"
#include "filter/prepared_chain.hpp"
#include "hdf5/calls.hpp"
#include "model/box.hpp"
#include "store/netcdf4/stored_chunks.hpp"

namespace ncf::store::netcdf4 {

class ChunkCheck {
 public:
  /// dataset: of this form; outlives this. filters: libhdf5 runs those that are missing here or
  /// that only it knows. throws: Error.
  ChunkCheck(const hdf5::Handle& dataset, const model::StoredForm& form,
             filter::FilterSource& filters);

  /// Of all chunks that share elements with `box`, each of which is looked at once.
  /// throws: Error naming the chunk.
  void require_whole(const model::Box& box);

  /// The parts of `box` in chunks that were written; `box` itself if all of them were.
  /// require_whole was called for it.
  [[nodiscard]] std::vector<model::Box> written_parts(const model::Box& box) const;
  /// Whether an element of such a box is in a chunk that was not written.
  [[nodiscard]] bool is_missing(const std::vector<std::size_t>& element) const;

 private:
  /// What is known of chunks whose numbers follow each other.
  struct Page {
    static constexpr std::size_t chunks = 4096;
    std::bitset<chunks> seen;
    std::bitset<chunks> missing;
  };

  /// Whether the chunk was never written. throws: Error naming it.
  bool find_missing(std::size_t number);
  [[nodiscard]] bool is_missing(std::size_t number) const;

  std::optional<StoredChunks> chunks_;  ///< empty where there is nothing to check
  std::optional<filter::PreparedChain> chain_;
  std::unordered_map<std::size_t, Page> pages_;  ///< by number; chunks may be few and far between
  model::StoredChunk chunk_;
  base::ByteBuffer decoded_;
  filter::ChainWorkspace workspace_;
};

}  // namespace ncf::store::netcdf4
