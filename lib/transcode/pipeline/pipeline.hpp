// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Recodes variables on all cores within bounded memory. The calling thread is the I/O thread: it
// finds source chunks in the input and allocates space in the output. A crew does the rest
// (transcode/tiles/crew.hpp). Space is allocated in the order of the variables and their chunks, so
// the output is the same for any crew.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/dataset/target.hpp"
#include "transcode/recoding/form_difference.hpp"
#include "transcode/recoding/recoding.hpp"
#include "transcode/tiles/crew.hpp"

namespace ncf::transcode {

/// The result of recoding a variable.
struct Recoded {
  std::string encoder;  ///< the encoder that was chosen, as text; empty if there is no choice
  /// Values may exceed their filters' error bound, or the variable has none; only reading them back
  /// tells.
  bool is_in_doubt = false;

  friend bool operator==(const Recoded&, const Recoded&) = default;
};

/// Recodes all variables. plan: from plan_recodings of the same recodings. The output variables
/// have not been written to.
/// on_written: called on the I/O thread with the decoded size of the values written.
/// Returns one result for each recoding.
/// throws: Error, also when a stop is requested.
std::vector<Recoded> recode(std::span<const Recoding> recodings, const RecodingPlan& plan,
                            model::Source& input, model::Target& output,
                            const std::function<void(std::uint64_t)>& on_written = {},
                            const CrewMaker& make_crew = thread_crew);

/// Reads the output back and compares it with the result of recoding the input again.
/// is_wanted: selects the recodings to verify. Returns the output variables with values beyond
/// their filters' error bounds.
/// throws: Error(corrupt) naming variable and chunk for any other difference.
[[nodiscard]] Excesses verify_recoded(std::span<const Recoding> recodings, const RecodingPlan& plan,
                                      model::Source& input, const ReopenedOutput& output,
                                      const std::function<bool(const Recoding&)>& is_wanted,
                                      const std::function<void(std::uint64_t)>& on_verified = {},
                                      const CrewMaker& make_crew = thread_crew);

}  // namespace ncf::transcode
