// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which variables' values are encoded by kernels of ours, on all threads, while the text is read.
// The others are written as typed values, by the store.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "filter/filter_source.hpp"
#include "model/schema.hpp"
#include "transcode/recoding.hpp"

namespace ncf::ops {

class ChunkPlan {
 public:
  /// No variable at all.
  ChunkPlan() = default;

  /// path: of a dataset that was made and is open; made: its schema, unlimited dimensions as long
  /// as values will make them; name: what messages call it.
  ChunkPlan(const std::filesystem::path& path, const model::Schema& made, const std::string& name,
            filter::FilterSource& filters);

  [[nodiscard]] bool is_empty() const noexcept;
  /// Null for the others.
  [[nodiscard]] const transcode::Recoding* find(model::VariableId id) const;

 private:
  std::vector<std::optional<transcode::Recoding>> recodings_;  ///< of each variable
};

}  // namespace ncf::ops
