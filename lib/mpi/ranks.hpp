// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Processes that work together, and messages between them. Rank 0 leads. And MPI as functions
// without its types: the code that calls MPI is a module, one for each implementation because their
// binary interfaces differ. Communicator loads the right one.
//
// Thread rule: one thread, which called `begin`.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <thread>

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

class Ranks {
 public:
  Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  virtual ~Ranks() = default;

  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int size() const = 0;
  [[nodiscard]] virtual bool is_one_machine() const = 0;

  /// Returns whether all processes take part from the beginning. Otherwise each of the others
  /// joins, after `invite`, when it has nothing else to do, or never.
  [[nodiscard]] virtual bool are_all_present() const = 0;
  /// Allows the others to join from now on. Called by rank 0.
  virtual void invite() = 0;

  /// Returns at once. Messages from one process to another arrive in order.
  virtual void send(int rank, std::string text) = 0;
  /// Takes a message that has arrived, if any.
  [[nodiscard]] virtual std::optional<Message> take() = 0;
};

/// Pauses between checks for messages. MPI cannot wait for messages and for threads at once, and
/// its own waiting takes a whole core. Each check interrupts a worker: checks every 50 microseconds
/// would take a fifth of the processor time.
inline void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(2)); }

// ---- MPI, as a module exports it ----------------------------------------------------------------

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
