// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An MPI run over many files. Rank 0 decides, records and reports. The child of each rank makes one
// copy at a time, or helps with the copy of another rank (copy_task.hpp).
//
// Thread rule: one thread.
#pragma once

#include <memory>

#include "mpi/communicator.hpp"
#include "ncf/copy_many.hpp"
#include "ops/many/running_copies.hpp"

namespace ncf::ops {

/// Returns the copies of all ranks, for rank 0; a maker is a rank. Begins the process of this rank.
/// options, ranks: must outlive the result.
[[nodiscard]] std::unique_ptr<RunningCopies> make_rank_copies(const CopyManyOptions& options,
                                                              mpi::Communicator& ranks);

/// Tells the other ranks that there are no more copies.
void release_other_ranks(mpi::Communicator& ranks);

/// Works for rank 0, on another rank: copies and helps until there is no more work.
///
/// throws: Error(interrupted).
void follow_rank_0(mpi::Communicator& ranks, const CopyManyOptions& options);

}  // namespace ncf::ops
