// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which variables' values are encoded by kernels of ours, on all threads, while the text is read.
// The others are written as typed values, by the store.
#pragma once

#include <optional>
#include <vector>

#include "model/target.hpp"
#include "transcode/recoding.hpp"

namespace ncf::ops {

class ChunkPlan {
 public:
  /// No variable at all.
  ChunkPlan() = default;

  /// made: the target's schema, unlimited dimensions as long as values will make them.
  ChunkPlan(model::Target& target, const model::Schema& made);

  [[nodiscard]] bool is_empty() const noexcept;
  /// Null for the others.
  [[nodiscard]] const transcode::Recoding* find(model::VariableId id) const;

 private:
  std::vector<std::optional<transcode::Recoding>> recodings_;  ///< of each variable
};

}  // namespace ncf::ops
