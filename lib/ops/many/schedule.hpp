// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which file of many is copied when: as many at a time as there are threads, each in a child
// process, or one in each process of a run by MPI; runs that share an output folder never copy the
// same file.
#pragma once

#include <vector>

#include "mpi/communicator.hpp"
#include "ncf/copy_many.hpp"
#include "ops/many/input_list.hpp"

namespace ncf::ops {

/// Copies all files and fills in what became of each. ranks: those of a run by MPI, in which this
/// process is rank 0; otherwise null. throws: Error(interrupted); Error(io) if the journal cannot
/// be used.
void copy_all(const CopyManyOptions& options, std::vector<ListedFile>& files,
              const CopyManyHandlers& handlers, mpi::Communicator* ranks);

}  // namespace ncf::ops
