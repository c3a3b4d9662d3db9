// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// MPI as functions without its types. The code that calls MPI is a module, one for each
// implementation because their binary interfaces differ. Communicator loads the right one.
//
// Thread rule: the thread that called `begin`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace ncf::mpi {

struct Message {
  int rank = 0;  ///< of the sender
  std::string text;
};

/// What this process may use of its machine, which other processes of the run share.
struct Share {
  std::size_t processors = 1;  ///< one that several processes may use counts in part
  std::size_t processes = 1;   ///< of the run on this machine, including this one
};

/// Errors of MPI end the run, as is MPI's default.
struct Functions {
  void (*begin)();
  int (*rank)();
  int (*size)();
  /// All processes must call this at the same time.
  Share (*share)();
  /// Returns at once. Messages from one process to another arrive in order.
  void (*send)(int rank, std::string text);
  /// Takes a message that has arrived, if any.
  std::optional<Message> (*take)();
  /// Waits until all processes of the run call it, and their messages have arrived.
  void (*end)();
};

}  // namespace ncf::mpi

/// Returns the symbol that a module exports.
extern "C" __attribute__((visibility("default"))) const ncf::mpi::Functions ncf_mpi_functions;
