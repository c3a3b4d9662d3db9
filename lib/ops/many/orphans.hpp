// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What jobs that died on other machines left in the folders of outputs (base/output/orphans).
#pragma once

#include <vector>

#include "ncf/copy_many.hpp"
#include "ops/many/input_list.hpp"

namespace ncf::ops {

/// Looks for orphans in the folders of all outputs; removes them if the options say so, and notes
/// them.
void handle_orphans(const CopyManyOptions& options, const std::vector<ListedFile>& files,
                    const NoteHandler& on_note);

}  // namespace ncf::ops
