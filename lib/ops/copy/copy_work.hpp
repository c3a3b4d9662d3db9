// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The work of a copy: for each variable the route of its values, with the steps and the memory it
// takes. It is planned when the output exists, because the routes depend on how the output stores
// each variable. One of the routes, that of typed values, is also done here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <vector>

#include "model/dataset/target.hpp"
#include "ncf/copy.hpp"
#include "ops/copy/copy_decision.hpp"
#include "transcode/pipeline/two_passes.hpp"
#include "transcode/recoding/recoding.hpp"
#include "transcode/recoding/tolerance.hpp"

namespace ncf::ops {

struct CopyWork {
  const CopyDecision& decision;
  CopyPlan plan;                                      ///< without stored sizes
  std::vector<transcode::Recoding> recodings = {};    ///< in a single pass, in the variables' order
  std::vector<transcode::Recoding> passed = {};       ///< of stored bytes, in the same order
  transcode::RecodingPlan recoding_plan = {};         ///< of `recodings`
  transcode::RecodingPlan passed_plan = {};           ///< of `passed`, to compare them
  std::vector<transcode::TwoPasses> two_passes = {};  ///< the other recodings, in the same order
  /// Recoded variables that are certain to keep their filters' error bounds.
  std::set<model::VariableId> within_bounds = {};
  std::uint64_t definition_bytes = 0;  ///< of an output in memory; 0 if unknown
};

/// Chooses the routes and plans their steps and memory. decision: must outlive the result.
/// throws: Error(internal) naming a variable whose filters differ from those requested; as
/// choose_route; Error(usage) if the memory limit is too low.
CopyWork plan_work(const CopyDecision& decision, const MadeOutput& output);

/// Returns the folder for the temporary files of two passes: beside the output if that is local.
[[nodiscard]] std::filesystem::path temporary_folder(const CopyDecision& decision);

/// Returns how far a variable's values in the output may differ from the input.
[[nodiscard]] transcode::Tolerance tolerance_of(const CopyWork& work, model::VariableId variable);

/// Returns notes on values that filters changed. throws: Error(corrupt) with --verify if a bound is
/// exceeded, or a filter that promises none was not requested; and for changes by filters that may
/// be lossless, unless the request accepts them.
[[nodiscard]] std::vector<std::string> describe_excesses(const CopyWork& work,
                                                         const transcode::Excesses& excesses);

/// Returns the filters that may be lossless of the variables that are read back, as text.
[[nodiscard]] std::string unknown_filters(const CopyWork& work);

/// Returns whether the copy reads a variable back to compare it with the input: for --verify, or
/// because a filter may exceed its error bound for some values. Before it is written: whether it
/// may.
[[nodiscard]] bool is_read_back(const CopyWork& work, model::VariableId variable);

/// Looks up the stored sizes of the input's variables; cheap for those whose stored bytes were
/// read.
/// throws: Error.
void take_input_bytes(CopyWork& work);

/// Does what plan_work does, with an output that exists only in memory. throws: as plan_work, and
/// for outputs that cannot be created.
CopyWork plan_in_memory(const CopyDecision& decision);

/// Does what plan_in_memory does, and adds the sizes of the input's variables.
CopyWork plan_dry_run(const CopyDecision& decision);

// ---- The route of typed values: read from a source and written to a target, box by box ----

/// Called with the number of bytes of values that were copied or verified.
using BytesHandler = std::function<void(std::uint64_t)>;

/// Returns the maximum memory for values of a variable of the route `element`, without the data
/// that values of variable length refer to.
[[nodiscard]] std::uint64_t element_peak_bytes(const CopyWork& work, model::VariableId id);

/// Returns the most chunks of a variable of the route `element` that are written. throws: Error.
[[nodiscard]] std::uint64_t most_chunks_copied(const CopyWork& work, model::VariableId id);

/// Copies all variables of the route `element`. output: has the ids of the output schema.
/// Returns notes on values that the output's format cannot represent. throws: Error.
[[nodiscard]] std::vector<std::string> copy_elements(const CopyWork& work, model::Target& output,
                                                     const BytesHandler& on_copied);

/// Compares the variables that must be read back with the input.
/// Returns the variables with values beyond their error bound.
/// throws: Error(corrupt) naming the variable for any other difference.
[[nodiscard]] transcode::Excesses verify_elements(const CopyWork& work,
                                                  const transcode::ReopenedOutput& output,
                                                  const BytesHandler& on_verified);

}  // namespace ncf::ops
