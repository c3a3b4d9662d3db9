// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts the bits of neighbouring values in a sample. Both values are in one chunk or, along
// dimensions in which a chunk has length 1, in a chunk and an adjacent one, which is read for this.
// On the I/O thread.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
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

  /// throws: Error if an adjacent chunk cannot be read.
  [[nodiscard]] PairsAlong count(const Sample& sample);

  /// Counts for each step along a dimension as if its values were a variable of their own.
  /// dimension: its index in the variable. throws: as above.
  [[nodiscard]] std::map<std::size_t, PairsAlong> count_steps(const Sample& sample,
                                                              std::size_t dimension);

 private:
  /// Chunks that together cover `box`. Pairs are counted along the dimension `only`, or along all
  /// if it is empty.
  struct Joined {
    model::Box box;
    std::vector<const SampleChunk*> chunks;
    std::optional<std::size_t> only = {};
  };

  /// Calls `look` with each chunk alone and joined with its neighbours, except along `skipped`.
  void for_each(const Sample& sample, std::optional<std::size_t> skipped,
                const std::function<void(const Joined&)>& look);
  /// Returns the next chunk along a dimension, or the previous one if the next is missing. Empty if
  /// both are, or if the previous one is in the sample, where this pair is its own.
  std::optional<SampleChunk> read_neighbour(const Sample& sample, const model::Box& chunk,
                                            std::size_t dimension);
  /// Adds the pairs within a part of the joined chunks.
  void add(const Joined& joined, const model::Box& part, PairsAlong& counts);

  const model::Type& type_;
  const transcode::Recoding& recoding_;
  SampleReader reader_;
  transcode::BitPairCounter counter_;
};

}  // namespace ncf::ops
