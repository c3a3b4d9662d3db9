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

/// The share of the machine that this process may use; other processes of the run use the rest.
struct Share {
  std::size_t processors = 1;  ///< one that several processes may use counts as a fraction
  std::size_t processes = 1;   ///< of the run on this machine, including this one
};

/// The functions of a module. Errors of MPI end the run, which is MPI's default.
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

/// The symbol that a module exports.
extern "C" __attribute__((visibility("default"))) const ncf::mpi::Functions ncf_mpi_functions;
