// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Rounds samples of a variable as a copy with `--quantize` would, and finds the information in
// their bits.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"
#include "ncf/tune.hpp"
#include "ops/rounding/bounds.hpp"
#include "ops/values/sample.hpp"
#include "transcode/recoding/recoding.hpp"
#include "transcode/rounding/bit_information.hpp"
#include "transcode/rounding/quantizer.hpp"

namespace ncf::ops {

/// Counts along each dimension of a variable.
using PairsAlong = std::vector<transcode::BitPairCounts>;

struct PairCounts {
  PairsAlong all;
  /// For each step along a dimension, as if its values were a variable of their own.
  std::map<std::size_t, PairsAlong> of_steps;
};

/// Counts the bits of neighbouring values in a sample, in one chunk or in two adjacent ones. Along
/// dimensions in which a chunk has length 1, an adjacent chunk that is not in the sample is read,
/// once. Of a sample with all chunks, the counts are those of a copy's plan if the variable has at
/// most 16 MiB; the plan does not look across the edges of its tiles. type: float or double.
/// missing: values that mark missing data. stepped: the index of the dimension whose steps are
/// counted, too; empty for none. I/O thread. throws: Error if an adjacent chunk cannot be read.
[[nodiscard]] PairCounts count_pairs(const Sample& sample, const model::Type& type,
                                     const std::vector<double>& missing,
                                     const transcode::Recoding& recoding, model::Source& input,
                                     std::optional<std::size_t> stepped);

struct SampleInformation {
  std::vector<DimensionInformation> all;
  /// As if the values of each step were a variable of their own. Steps without pairs are left out.
  std::vector<StepInformation> steps;
};

class SampleRounding {
 public:
  /// schema: of the copy, including the variable. All arguments must outlive this object.
  SampleRounding(const model::Schema& schema, model::VariableId variable,
                 const transcode::Recoding& recoding);

  /// Returns the roundings to try. If only a part was read, they allow for twice the magnitude
  /// seen.
  [[nodiscard]] std::vector<model::Quantization> choices(const Bound& bound,
                                                         const Sample& sample) const;

  /// Returns the information in the bits of the sample's values. share: of it to keep. stepped: the
  /// index of a dimension of the variable, to return that of each step along it, too; empty for
  /// none.
  [[nodiscard]] SampleInformation information(double share, const Sample& sample,
                                              model::Source& input,
                                              std::optional<std::size_t> stepped) const;

  [[nodiscard]] transcode::Quantizer quantizer(const model::Quantization& rounding) const;

  /// Rounds a chunk. Returns the largest change of a value.
  double apply(const transcode::Quantizer& quantizer, SampleChunk& chunk) const;

  /// Returns the largest finite change of a value among elements of the sample.
  [[nodiscard]] double largest_change(std::span<const std::byte> before,
                                      std::span<const std::byte> after) const;

 private:
  [[nodiscard]] double largest_magnitude(const Sample& sample) const;
  /// elements: in the copy's byte order.
  [[nodiscard]] std::vector<double> numbers_of(std::span<const std::byte> elements) const;
  void set_byte_order(std::span<std::byte> elements) const;

  const model::Schema& schema_;
  model::VariableId id_;
  const model::Type& type_;
  const transcode::Recoding& recoding_;
  std::vector<double> missing_;  ///< values that mark missing data
};

}  // namespace ncf::ops
