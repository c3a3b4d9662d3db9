// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Work by many processes on one or many machines, started together by mpirun or srun. The library
// is not linked with MPI; it loads a module that is.
//
//   ncf::CopyManyOptions options;
//   options.mpi = ncf::MpiLibrary::any;  // the work of all processes is one run
//   const ncf::CopyManyReport report = ncf::copy_many(options);
//   if (report.rank == 0) std::cout << report.files.size() << " files\n";
#pragma once

#include "ncf/export.hpp"

namespace ncf {

/// An implementation of MPI. The build of the library decides which modules exist.
enum class MpiLibrary {
  any,  ///< the one that started the process, as far as its environment shows
  openmpi,
  mpich,
};

/// How many processes were started together, including this one, as far as the environment shows;
/// 1 if it does not.
NCF_API int started_processes();

}  // namespace ncf
