// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A rechunk between very different shapes, for example from whole fields to whole time series,
// where tiles that fit in memory would decode each source chunk many times. The first pass decodes
// the source into intermediate chunks, which fit the tiles of both sides, in a temporary file; the
// second makes the target's chunks from these.
// source: the algorithm of the Python package rechunker
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "model/dataset/target.hpp"
#include "transcode/pipeline/pipeline.hpp"

namespace ncf::transcode {

struct TwoPasses {
  Recoding first;                ///< from the source to intermediate chunks
  RecodingPlan first_plan;       ///< of `first` alone
  Recoding second;               ///< from intermediate chunks to the target
  RecodingPlan second_plan;      ///< of `second` alone
  std::uint64_t peak_bytes = 0;  ///< of memory

  [[nodiscard]] const std::vector<std::size_t>& intermediate_chunks() const noexcept {
    return first.target().chunk_shape();
  }
  /// Returns the largest size of the temporary file.
  [[nodiscard]] std::uint64_t file_bytes() const noexcept {
    return first.target().chunk_count() * first.target().chunk_values() * first.element_bytes();
  }
};

/// Plans two passes if they take less work than one: writing or reading a value in the temporary
/// file counts as much as decoding it. Empty if they do not.
/// one: the plan for a single pass.
[[nodiscard]] std::optional<TwoPasses> plan_two_passes(const Recoding& recoding,
                                                       const TilePlan& one,
                                                       const Resources& resources);

/// Does what `recode` does, for one variable. folder: for the temporary file.
Recoded recode_in_two_passes(const TwoPasses& passes, model::Source& input, model::Target& output,
                             const std::filesystem::path& folder,
                             const std::function<void(std::uint64_t)>& on_done);

/// Does what `verify_recoded` does. The first pass is done again.
[[nodiscard]] Excesses verify_two_passes(const TwoPasses& passes, model::Source& input,
                                         const ReopenedOutput& output,
                                         const std::filesystem::path& folder,
                                         const std::function<void(std::uint64_t)>& on_done);

}  // namespace ncf::transcode
