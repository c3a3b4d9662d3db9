// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The processes that one mpirun (or srun) started, and messages between them. Rank 0 leads.
//
// Thread rule: one thread.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "mpi/functions.hpp"
#include "ncf/mpi.hpp"

namespace ncf::mpi {

class Communicator {
 public:
  /// Loads the module and begins MPI, which a process may do once. Waits for the other processes.
  /// throws: Error(unsupported) if there is no such module; Error(io) with the dynamic loader's
  /// message.
  explicit Communicator(MpiLibrary library);
  /// Does the same with functions that must outlive this object.
  explicit Communicator(const Functions& functions);
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;
  /// Does not end MPI: if a process exits without `end`, it has failed, and MPI ends all others.
  ~Communicator() = default;

  [[nodiscard]] int rank() const { return functions_.rank(); }
  [[nodiscard]] int size() const { return functions_.size(); }
  [[nodiscard]] const Share& share() const noexcept { return share_; }

  void send(int rank, std::string text) { functions_.send(rank, std::move(text)); }
  [[nodiscard]] std::optional<Message> take() { return functions_.take(); }

  /// Ends MPI. All processes must call this; waits for them.
  void end() { functions_.end(); }

 private:
  const Functions& functions_;
  Share share_;
};

}  // namespace ncf::mpi
