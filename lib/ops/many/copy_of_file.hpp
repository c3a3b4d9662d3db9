// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The copy of one file of many, in a process that may be ended by it.
#pragma once

#include "base/process/child_process.hpp"
#include "ncf/copy_many.hpp"
#include "ncf/error.hpp"
#include "ops/many/task_messages.hpp"
#include "transcode/recoding/resources.hpp"

namespace ncf::ops {

/// Does the task: copies, plans, verifies, or helps another rank to copy. Returns the outcome for
/// the file, also if it is an Error. resources: of all simultaneous copies.
[[nodiscard]] FileCopy do_copy_task(const CopyTask& task, const CopyManyOptions& options,
                                    const transcode::Resources& resources,
                                    base::ParentOfChild& parent);

/// Records the failure of a file.
void set_failure(FileCopy& file, const Error& error);

}  // namespace ncf::ops
