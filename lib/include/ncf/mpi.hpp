// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Work by many processes, on one machine or on many, that mpirun (or srun) starts together: see
// CopyManyOptions::mpi. The library does not link MPI; it loads a module that does.
#pragma once

#include "ncf/export.hpp"

namespace ncf {

/// An implementation of MPI. Which modules exist was decided when the library was built.
enum class MpiLibrary {
  any,  ///< the one by which the process was started, as far as its environment tells
  openmpi,
  mpich,
};

/// How many processes were started together with this one, with it, as far as the environment of
/// mpirun tells; 1 if it does not.
NCF_API int started_processes();

}  // namespace ncf
