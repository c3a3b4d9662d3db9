// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts the bits of neighbouring values in a sample. Both values are in one chunk or, along
// dimensions in which a chunk has length 1, in a chunk and an adjacent one. Each adjacent chunk
// that is not in the sample is read once. On the I/O thread.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "model/schema/schema.hpp"
#include "model/source.hpp"
#include "ops/tune/sample.hpp"
#include "ops/tune/sample_reader.hpp"
#include "transcode/recoding.hpp"
#include "transcode/rounding/bit_pairs.hpp"

namespace ncf::ops {

/// Counts along each dimension of the variable.
using PairsAlong = std::vector<transcode::BitPairCounts>;

class SamplePairs {
 public:
  /// type: float or double. missing: values that mark missing data. Recoding and input must outlive
  /// this object.
  SamplePairs(const model::Type& type, const std::vector<double>& missing,
              const transcode::Recoding& recoding, model::Source& input);

  struct Counts {
    PairsAlong all;
    /// For each step along a dimension, as if its values were a variable of their own.
    std::map<std::size_t, PairsAlong> of_steps;
  };

  /// stepped: the index of the dimension whose steps are counted, too; empty for none.
  /// throws: Error if an adjacent chunk cannot be read.
  [[nodiscard]] Counts count(const Sample& sample, std::optional<std::size_t> stepped);

 private:
  /// Chunks that together cover `box`. Pairs are counted along the dimension `only`, or along all
  /// if it is empty.
  struct Joined {
    model::Box box;
    std::vector<const SampleChunk*> chunks;
    std::optional<std::size_t> only = {};
  };

  using Look = std::function<void(const Joined&)>;

  /// A chunk of the sample that is to be joined with another one along a dimension.
  struct Waiting {
    const SampleChunk* chunk;
    std::size_t dimension;
  };

  void add_steps(const Joined& joined, std::size_t dimension,
                 std::map<std::size_t, PairsAlong>& counts_of);
  /// Calls `look` with each chunk joined with its neighbours.
  void join_neighbours(const Sample& sample, const Look& look);
  /// Lets a chunk wait for the one that follows along a dimension.
  void wait_for_next(const Waiting& one);
  /// Lets it wait for the one before, unless that is in the sample, where this pair is its own.
  void wait_for_previous(const Waiting& one);
  /// Joins those that wait for a chunk with it. If it is missing, they wait for the one before.
  void join_waiting(std::size_t number, const std::vector<Waiting>& waiting, const Look& look);
  [[nodiscard]] std::size_t number_of(const SampleChunk& chunk) const;
  /// Adds the pairs within a part of the joined chunks.
  void add(const Joined& joined, const model::Box& part, PairsAlong& counts);

  const model::Type& type_;
  const transcode::Recoding& recoding_;
  SampleReader reader_;
  std::unordered_map<std::size_t, const SampleChunk*> sample_;  ///< by number
  /// By the number of the chunk that they wait for, the largest first: if that is missing, they
  /// wait for a smaller number. So no chunk is read twice.
  std::map<std::size_t, std::vector<Waiting>, std::greater<>> waiting_;
  transcode::BitPairCounter counter_;
};

}  // namespace ncf::ops
