// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What `--append` writes. I/O thread only.
#pragma once

#include <string>

#include "model/view/view_source.hpp"

namespace ncf::ops {

/// Leaves of a join only the variables with the joined dimension, and of these what follows the
/// last file, chunk or shard, that the first source fills. The dimension gets a name and a length
/// of its own for each length of files. first: the source that must come first in the order.
///
/// throws: Error(unsupported) if another one does.
void keep_new_chunks(model::ViewDefinition& view, const std::string& dimension, std::size_t first);

}  // namespace ncf::ops
