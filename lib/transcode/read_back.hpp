// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/source.hpp"

namespace ncf::transcode {

/// An output opened again for reading.
struct ReadBack {
  model::Source& source;
  std::vector<model::VariableId> ids;  ///< the output's variable for each of the target's
};

}  // namespace ncf::transcode
