// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/dataset/source.hpp"

namespace ncf::transcode {

/// An output opened again for reading.
struct ReadBack {
  model::Source& source;
  std::vector<model::VariableId> ids;  ///< the output's variable for each of the target's
};

/// Chunks are compared by the form in which they were written, so readers must find a form in which
/// the same bytes have the same meaning.
/// variable: of the target. throws: Error(corrupt) naming the variable and the difference.
void require_same_form(const ReadBack& output, model::VariableId variable,
                       const model::StoredForm& written);

}  // namespace ncf::transcode
