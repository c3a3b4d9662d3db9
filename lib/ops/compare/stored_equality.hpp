// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/source.hpp"

namespace ncf::ops {

/// Whether two chunked variables of the same shape have equal values because their stored bytes are
/// equal and mean the same: the proof is that of passthrough (transcode/passthrough.hpp). The same
/// values must mark missing data, too. Reads up to the first difference and decodes nothing; false
/// proves nothing. I/O thread only. throws: Error.
[[nodiscard]] bool have_equal_stored_bytes(model::Source& first, model::VariableId first_id,
                                           model::Source& second, model::VariableId second_id);

}  // namespace ncf::ops
