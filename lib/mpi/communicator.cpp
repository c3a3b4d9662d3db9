// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "mpi/communicator.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/library/build_config.hpp"
#include "base/output/unfinished_outputs.hpp"
#include "base/process/libraries.hpp"
#include "base/threads/machine.hpp"
#include "ncf/error.hpp"

namespace ncf {
namespace {

/// The signs by which processes recognize the MPI implementation that started them.
struct Launcher {
  MpiLibrary library;
  const char* module;          ///< as in NCF_MPI_MODULES
  const char* rank_variable;   ///< set by mpirun, or by srun for this implementation
  const char* count_variable;  ///< the number of processes
};

constexpr Launcher launchers[] = {
    {MpiLibrary::openmpi, "openmpi", "PMIX_RANK", "OMPI_COMM_WORLD_SIZE"},
    {MpiLibrary::mpich, "mpich", "PMI_RANK", "PMI_SIZE"},
};

const std::vector<std::string_view>& built_modules() {
  static const std::vector<std::string_view> names{NCF_MPI_MODULES};
  return names;
}

bool is_built(const Launcher& launcher) {
  const auto& built = built_modules();
  return std::find(built.begin(), built.end(), launcher.module) != built.end();
}

/// Finds the launcher of an implementation. throws: Error(unsupported).
const Launcher& find_launcher(MpiLibrary library) {
  const auto find = [](auto is_meant) {
    return std::find_if(std::begin(launchers), std::end(launchers), is_meant);
  };
  auto found = find([&](const Launcher& launcher) {
    return library == MpiLibrary::any ? std::getenv(launcher.rank_variable) != nullptr
                                      : launcher.library == library;
  });
  if (found == std::end(launchers)) found = find(is_built);
  if (found == std::end(launchers)) {
    throw Error(ErrorCode::unsupported,
                "this build of ncf does not support MPI; build it with Open MPI or MPICH");
  }
  if (is_built(*found)) return *found;
  throw Error(ErrorCode::unsupported,
              fmt::format("this build of ncf has no module for {}", found->module));
}

/// Requires that this implementation of MPI started the processes. Otherwise each of them would be
/// alone and do all the work. size: as MPI states it. throws: Error(usage).
void require_own_launcher(int size) {
  const int started = started_processes();
  if (size > 1 || started == 1) return;
  throw Error(
      ErrorCode::usage,
      fmt::format("--mpi: {} processes were started, but not by this MPI; use --mpi=openmpi "
                  "or --mpi=mpich, whichever mpirun belongs to",
                  started));
}

const mpi::Functions& load(MpiLibrary library) {
  const std::string file = fmt::format(NCF_MPI_MODULE_FORMAT, find_launcher(library).module);
  return *static_cast<const mpi::Functions*>(
      ::dlsym(base::load_own_module(file), "ncf_mpi_functions"));
}

}  // namespace

int started_processes() {
  int most = 1;
  for (const Launcher& launcher : launchers) {
    const std::string text = base::environment_variable(launcher.count_variable);
    int count = 1;
    std::from_chars(text.data(), text.data() + text.size(), count);
    most = std::max(most, count);
  }
  return most;
}

mpi::Communicator::Communicator(MpiLibrary library) : Communicator(load(library)) {}

mpi::Communicator::Communicator(const Functions& functions) : functions_(functions) {
  base::remove_outputs_even_if_group_is_killed();
  functions_.begin();
  require_own_launcher(functions_.size());
  share_ = functions_.share();
}

}  // namespace ncf
