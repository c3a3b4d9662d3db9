// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/peak_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "ncf/error.hpp"
#include "ops/copy/element_route.hpp"
#include "transcode/passthrough/passthrough.hpp"
#include "transcode/passthrough/verify.hpp"

namespace ncf::ops {
namespace {

using model::VariableId;

/// Checks the memory limit. what: needs the memory, for example "a chunk". throws: Error(usage) if
/// the user set a lower limit.
void require_memory(const transcode::MemoryNeed& need, const transcode::Resources& resources,
                    std::string_view what, const std::string& path) {
  if (need.least_bytes <= resources.max_bytes || !resources.is_strict) return;
  throw Error(ErrorCode::usage,
              fmt::format("{} of variable {} needs up to {} bytes of memory; allow this with "
                          "--max-memory",
                          what, path, need.least_bytes));
}

/// Returns the peak memory for a variable of the route `passthrough`.
std::uint64_t passed_peak_bytes(const CopyWork& work, const transcode::PassedVariable& passed) {
  const CopyDecision& decision = work.decision;
  const transcode::Resources& resources = decision.resources;
  const model::StoredForm form = decision.input->stored_form(passed.input_id);
  const VariableCopy& copy = work.plan.variables[passed.output_id];
  // If there is memory for all values, the stored size need not be looked up.
  const std::uint64_t stored = copy.raw_bytes <= resources.max_bytes
                                   ? copy.raw_bytes
                                   : decision.input->stored_bytes(passed.input_id);
  const auto need = transcode::passthrough_need(form, stored, resources);
  require_memory(need, resources, "a chunk", copy.path);
  if (!decision.options.verify) return need.peak_bytes;
  const auto verification = transcode::plan_verification(form, passed, resources).memory;
  require_memory(verification, resources, "verifying a chunk", copy.path);
  return std::max(need.peak_bytes, verification.peak_bytes);
}

}  // namespace

// The routes run one after the other, so their peaks do not add up.
std::uint64_t peak_bytes(const CopyWork& work) {
  std::uint64_t peak = std::max(work.recoding_plan.peak_bytes, work.decision.measuring_bytes);
  for (const transcode::TwoPasses& passes : work.two_passes) {
    peak = std::max(peak, passes.peak_bytes);
  }
  for (const transcode::PassedVariable& passed : work.passed) {
    peak = std::max(peak, passed_peak_bytes(work, passed));
  }
  for (VariableId id = 0; id < work.plan.variables.size(); ++id) {
    if (work.plan.variables[id].route != Route::element) continue;
    peak = std::max(peak, element_peak_bytes(work, id));
  }
  return peak;
}

}  // namespace ncf::ops
