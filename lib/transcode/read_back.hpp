// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "model/source.hpp"

namespace ncf::transcode {

/// An output that is open again, to be read.
struct ReadBack {
  model::Source& source;
  std::vector<model::VariableId> ids;  ///< of the target's variables, in it
};

}  // namespace ncf::transcode
