// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The filter chains to try. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/tune.hpp"

namespace ncf::ops {

struct Candidate {
  std::string text;  ///< in `-F` syntax; "none" for no filters
  Chain chain;
  bool compresses = false;  ///< not only reorders bytes or adds a checksum
  bool is_present = false;  ///< the variable has these filters
  bool is_for_readers = true;
  bool rounds = false;  ///< encodes exact values within the allowed error
};

/// Returns whether the variable has fletcher32. All filters recommended for it then include it.
[[nodiscard]] bool has_checksum(const model::Variable& variable);

/// Returns the chains that the readers can decode, whether available here or not. The empty chain
/// comes first.
[[nodiscard]] std::vector<Candidate> all_candidates(TuneReaders readers);

/// Returns the same for a variable: if it has fletcher32, all chains include it. Includes the
/// variable's present filters, even if the readers cannot decode them.
[[nodiscard]] std::vector<Candidate> candidates_for(const model::Variable& variable,
                                                    TuneReaders readers);

/// Returns lossy chains that keep within an absolute error, for the exact values of the variable.
[[nodiscard]] std::vector<Candidate> candidates_within_error(double error,
                                                             const model::Variable& variable,
                                                             TuneReaders readers);

}  // namespace ncf::ops
