// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The work of a copy: which way each variable's values travel, in what steps and memory. It is
// known when the output has been made, and says what it is.
#pragma once

#include <functional>
#include <vector>

#include "model/stored_form.hpp"
#include "ncf/copy.hpp"
#include "ops/copy/copy_decision.hpp"
#include "transcode/recoding.hpp"
#include "transcode/tolerance.hpp"
#include "transcode/verify.hpp"

namespace ncf::ops {

struct CopyWork {
  const CopyDecision& decision;
  CopyPlan plan;                                  ///< without what is stored in the files
  std::vector<transcode::Recoding> recodings;     ///< in the order of the variables
  std::vector<transcode::PassedVariable> passed;  ///< in the same order
  transcode::RecodingPlan recoding_plan;          ///< of `recodings`
};

/// An output that was made of a decision's `output_schema`.
struct MadeOutput {
  const model::Schema& schema;  ///< what the libraries made of it
  std::function<model::StoredForm(model::VariableId)> form;
};

/// throws: Error(internal) naming variable and filters where these are not as asked; as
/// Routes::choose; Error(usage) where the memory allowed is not enough.
CopyWork find_work(const CopyDecision& decision, const MadeOutput& output);

/// How far values of a variable may change in the output.
[[nodiscard]] transcode::Tolerance tolerance_of(const CopyWork& work, model::VariableId variable);

/// Whether the copy reads a variable back to compare it with the input: to verify it, or because a
/// filter states a bound that it does not keep for all values.
[[nodiscard]] bool is_read_back(const CopyWork& work, model::VariableId variable);

/// How large the variables are in the input. It is cheap for those whose stored bytes were read.
/// throws: Error.
void take_input_bytes(CopyWork& work);

/// As find_work, by an output that is made in memory only, and with the sizes.
CopyWork rehearse_work(const CopyDecision& decision);

}  // namespace ncf::ops
