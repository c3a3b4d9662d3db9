// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Rounds what was read of a variable, as a copy by `--quantize` would.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/schema.hpp"
#include "ops/tune/bounds.hpp"
#include "ops/tune/sample.hpp"
#include "transcode/quantizer.hpp"
#include "transcode/recoding.hpp"

namespace ncf::ops {

class SampleRounding {
 public:
  /// schema: of the copy, with the variable. All outlive this.
  SampleRounding(const model::Schema& schema, model::VariableId variable,
                 const transcode::Recoding& recoding);

  /// The roundings to try. Where not all was read, for values of twice the magnitude seen.
  [[nodiscard]] std::vector<model::Quantization> choices(const Bound& bound,
                                                         const Sample& sample) const;

  [[nodiscard]] transcode::Quantizer quantizer(const model::Quantization& rounding) const;

  /// Rounds a chunk. Returns by how much a value changed at most.
  double apply(const transcode::Quantizer& quantizer, SampleChunk& chunk) const;

 private:
  [[nodiscard]] double largest_magnitude(const Sample& sample) const;
  void set_byte_order(std::span<std::byte> elements) const;

  const model::Schema& schema_;
  model::VariableId id_;
  const model::Type& type_;
  const transcode::Recoding& recoding_;
  std::vector<double> missing_;  ///< what does not count as a value
};

}  // namespace ncf::ops
