// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The chains of filters that are worth a try. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "model/schema.hpp"
#include "ncf/tune.hpp"

namespace ncf::ops {

struct Candidate {
  std::string text;  ///< as `-F` takes it; "none" for no filters
  Chain chain;
  bool compresses = false;  ///< it does more than bring bytes into another order, or add a checksum
  bool is_present = false;  ///< the filters the variable has
  bool is_for_readers = true;
};

/// The chains that the readers can undo, whatever is here. No filters come first.
[[nodiscard]] std::vector<Candidate> all_candidates(TuneReaders readers);

/// The same for a variable, with its checksum: one that has fletcher32 keeps it. The filters it has
/// are among them, even those that the readers cannot undo.
[[nodiscard]] std::vector<Candidate> candidates_for(const model::Variable& variable,
                                                    TuneReaders readers);

}  // namespace ncf::ops
