// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads back what passthrough wrote: the stored bytes must equal the input's and every chunk must
// decode, which proves that all values are readable and equal. Chunks that skipped filters are
// compared by value if the output's store had to encode them again. transcode/pipeline/pipeline.hpp
// verifies recoded variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "filter/kernels/prepared_chain.hpp"
#include "transcode/recoding/recoding.hpp"
#include "transcode/recoding/reopened_output.hpp"
#include "transcode/tiles/passed_chunk.hpp"

namespace ncf::transcode {

class OtherRanks;

struct VerificationPlan {
  std::size_t threads = 1;  ///< fewer than allowed if memory is short
  MemoryNeed memory;
};

/// form: of the input.
[[nodiscard]] VerificationPlan plan_verification(const model::StoredForm& form,
                                                 const PassedVariable& variable,
                                                 const Resources& resources);

/// Compares and decodes everything stored of a variable. Chunks that only the store can decode are
/// decoded on the calling thread, the I/O thread. Parts that the input does not store must read as
/// the fill value, whether or not the output's store wrote them.
/// resources: as for `plan_verification`. ranks: other processes that share the work and have begun
/// to compare; null if there are none.
/// throws: Error(corrupt) naming the chunk that differs; the filter's error naming the chunk that
/// cannot be decoded.
void verify_passed(const PassedVariable& variable, model::Source& input,
                   const ReopenedOutput& output, const Resources& resources,
                   const std::function<void(std::uint64_t)>& on_verified = {},
                   OtherRanks* ranks = nullptr);

}  // namespace ncf::transcode
