// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Processes that work together, and messages between them. Rank 0 leads.
//
// Thread rule: one thread.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include "mpi/functions.hpp"

namespace ncf::mpi {

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

}  // namespace ncf::mpi
