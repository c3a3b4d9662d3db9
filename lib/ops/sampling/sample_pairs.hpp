// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts the bits of neighbouring values in a sample, in one chunk or in two adjacent ones. Along
// dimensions in which a chunk has length 1, an adjacent chunk that is not in the sample is read,
// once. Of a sample with all chunks, the counts are those of a copy's plan if the variable has at
// most 16 MiB; the plan does not look across the edges of its tiles. On the I/O thread.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/schema/schema.hpp"
#include "ops/sampling/sample.hpp"
#include "transcode/recoding/recoding.hpp"
#include "transcode/rounding/bit_information.hpp"

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
  /// A chunk at its place in the variable. A constant one can have many.
  struct PlacedChunk {
    model::Box box;
    const SampleChunk* chunk;
  };

  /// Chunks that together contain `box`. Pairs are counted along the dimension `only`, or along all
  /// if it is empty.
  struct Joined {
    model::Box box;
    std::vector<PlacedChunk> chunks;
    std::optional<std::size_t> only = {};
  };

  using Look = std::function<void(const Joined&)>;

  /// Chunks that follow each other along the fastest dimension. They are joined to see runs of
  /// equal values as in the whole variable.
  struct Row {
    std::size_t first;  ///< number of a chunk
    std::size_t count;
  };

  /// A chunk of the sample that is to be joined with one outside it along a dimension.
  struct Waiting {
    std::size_t number;
    std::size_t dimension;
  };

  /// values: of `joined`.
  void add_steps(const Joined& joined, std::span<const std::byte> values, std::size_t dimension,
                 std::map<std::size_t, PairsAlong>& counts_of);
  /// Calls `look` with each row of the sample, and with the edges between its chunks.
  void join_sample(const Look& look) const;
  /// Calls `look` with the edges between these chunks and those that follow along a dimension.
  void join_edges(const std::vector<std::size_t>& numbers, std::size_t dimension,
                  const Look& look) const;
  /// numbers: ascending, of chunks in the sample.
  [[nodiscard]] std::vector<Row> rows_of(const std::vector<std::size_t>& numbers) const;
  /// Returns the most chunks in a row: it is no longer than a tile of a copy's plan.
  [[nodiscard]] std::size_t row_limit() const;
  [[nodiscard]] Joined join(const Row& row) const;
  /// Returns the number of the chunk that follows along a dimension.
  [[nodiscard]] std::optional<std::size_t> number_after(std::size_t number,
                                                        std::size_t dimension) const;
  /// Calls `look` with each chunk joined with neighbours that are read in addition.
  void join_neighbours(const Sample& sample, const Look& look);
  /// Lets a chunk wait for the one that follows along a dimension, unless that is in the sample.
  void wait_for_next(const Waiting& one);
  /// Lets it wait for the one before, unless that is in the sample.
  void wait_for_previous(const Waiting& one);
  /// Joins those that wait for a chunk with it. If it is missing, they wait for the one before.
  void join_waiting(std::size_t number, const std::vector<Waiting>& waiting, const Look& look);
  /// Returns the values of the box, in the native byte order.
  [[nodiscard]] std::vector<std::byte> values_of(const Joined& joined) const;
  void add(const model::Box& box, std::span<const std::byte> values,
           std::optional<std::size_t> only, PairsAlong& counts);

  const model::Type& type_;
  const transcode::Recoding& recoding_;
  SampleReader reader_;
  std::map<std::size_t, const SampleChunk*> sample_;  ///< by number
  /// By the number of the chunk that they wait for, the largest first: if that is missing, they
  /// wait for a smaller number. So no chunk is read twice.
  std::map<std::size_t, std::vector<Waiting>, std::greater<>> waiting_;
  transcode::BitPairCounter counter_;
};

}  // namespace ncf::ops
