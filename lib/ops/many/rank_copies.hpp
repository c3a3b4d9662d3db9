// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An MPI run. Rank 0 decides, records and reports; each other rank makes the copies that rank 0
// requests, one at a time.
#pragma once

#include "mpi/communicator.hpp"
#include "ncf/copy_many.hpp"
#include "ops/many/file_task.hpp"

namespace ncf::ops {

/// Requests a copy; called by rank 0.
void send_to_rank(mpi::Communicator& ranks, int rank, const FileTask& task);

/// Tells the other ranks that there are no more copies to make; called by rank 0.
void dismiss_other_ranks(mpi::Communicator& ranks);

/// The side of the other ranks: makes copies until rank 0 has no more. throws: Error(interrupted).
void make_copies_of_rank_0(mpi::Communicator& ranks, const CopyManyOptions& options);

}  // namespace ncf::ops
