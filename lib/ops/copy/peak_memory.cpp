// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/peak_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ncf/error.hpp"
#include "ops/copy/element_route.hpp"
#include "transcode/passthrough.hpp"
#include "transcode/verify.hpp"

namespace ncf::ops {
namespace {

using model::VariableId;

/// Memory that a variable takes while its bytes are passed through.
/// throws: Error(usage) where somebody asked for less than a chunk takes.
std::uint64_t passthrough_peak_bytes(const PreparedCopy& prepared, const VariableCopy& copy,
                                     std::size_t value_bytes) {
  const std::uint64_t chunk =
      copy.chunks.empty()
          ? 0
          : std::min(copy.input_bytes, model::value_count(copy.chunks) * value_bytes);
  if (chunk > prepared.resources.max_bytes && prepared.resources.is_strict) {
    throw Error(ErrorCode::usage,
                fmt::format("a chunk of variable {} takes up to {} bytes of memory; allow that "
                            "with --max-memory",
                            copy.path, chunk));
  }
  return std::max(chunk, std::min(copy.input_bytes, prepared.passthrough_bytes()));
}

/// Memory that decoding takes to verify what was passed through.
/// throws: Error(usage) if less was allowed.
std::uint64_t verification_peak_bytes(PreparedCopy& prepared) {
  std::uint64_t peak = 0;
  for (const transcode::PassedVariable& passed : prepared.chosen.passed) {
    const transcode::VerificationPlan plan = transcode::plan_verification(
        prepared.input->stored_form(passed.input_id), passed, prepared.resources);
    peak = std::max(peak, plan.peak_bytes);
    if (plan.least_bytes <= prepared.resources.max_bytes || !prepared.resources.is_strict) continue;
    throw Error(ErrorCode::usage,
                fmt::format("verifying a chunk of variable {} takes up to {} bytes of memory; "
                            "allow that with --max-memory",
                            prepared.plan.variables[passed.output_id].path, plan.least_bytes));
  }
  return peak;
}

}  // namespace

// The routes are taken one after the other.
std::uint64_t peak_bytes(PreparedCopy& prepared, const CopyOptions& options) {
  std::uint64_t peak = prepared.recoding_plan.peak_bytes;
  if (options.verify) peak = std::max(peak, verification_peak_bytes(prepared));
  for (VariableId id = 0; id < prepared.plan.variables.size(); ++id) {
    const VariableCopy& copy = prepared.plan.variables[id];
    if (copy.route == Route::element) {
      peak = std::max(peak, element_peak_bytes(prepared, id, options));
    } else if (copy.route == Route::passthrough) {
      const std::size_t value_bytes = prepared.source.schema.variables[id].type->size_bytes;
      peak = std::max(peak, passthrough_peak_bytes(prepared, copy, value_bytes));
    }
  }
  return peak;
}

}  // namespace ncf::ops
