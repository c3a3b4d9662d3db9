// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Decides which variables our kernels encode, on all threads, while the text is read. The store
// writes the others as typed values.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/dataset/target.hpp"
#include "ops/rounding/rounding.hpp"
#include "transcode/recoding/recoding.hpp"

namespace ncf::ops {

class ChunkPlan {
 public:
  /// made: the target's schema, with the final lengths of unlimited dimensions. quantizers: one for
  /// each variable. max_memory_bytes: limit for the chunks of a lossy filter beside each other.
  /// throws: Error(usage) naming the variable if they need more.
  ChunkPlan(model::Target& target, const model::Schema& made, const Quantizers& quantizers,
            std::uint64_t max_memory_bytes);

  [[nodiscard]] bool is_empty() const noexcept;
  /// Returns null for variables that the store writes.
  [[nodiscard]] const transcode::Recoding* find(model::VariableId id) const;

 private:
  std::vector<std::optional<transcode::Recoding>> recodings_;  ///< for each variable
};

}  // namespace ncf::ops
