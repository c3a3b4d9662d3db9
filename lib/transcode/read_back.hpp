// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/source.hpp"
#include "ncf/error.hpp"

namespace ncf::transcode {

/// An output opened again for reading.
struct ReadBack {
  model::Source& source;
  std::vector<model::VariableId> ids;  ///< the output's variable for each of the target's
};

/// Chunks are compared by the chain that encoded them, so readers must find the same chain.
/// variable: of the target. throws: Error(corrupt) naming the variable.
inline void require_same_chain(const ReadBack& output, model::VariableId variable,
                               const StoredChain& written) {
  const model::VariableId id = output.ids[variable];
  output.source.at_variable(id, [&] {
    if (output.source.stored_form(id).chain() == written) return;
    throw Error(ErrorCode::corrupt,
                "readers find other filter parameters in the output than those that encoded it");
  });
}

}  // namespace ncf::transcode
