// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The processes that one mpirun (or srun) started, and messages between them. Rank 0 leads.
//
// Thread rule: one thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "mpi/ranks.hpp"
#include "ncf/mpi.hpp"

namespace ncf::mpi {

class Communicator final : public Ranks {
 public:
  /// Loads the module and begins MPI, which a process may do once. Waits for the other processes.
  /// throws: Error(unsupported) if there is no such module; Error(io) with the dynamic loader's
  /// message.
  explicit Communicator(MpiLibrary library);
  /// Does the same with functions that must outlive this object.
  explicit Communicator(const Functions& functions);

  [[nodiscard]] int rank() const override { return functions_.rank(); }
  [[nodiscard]] int size() const override { return functions_.size(); }
  [[nodiscard]] bool is_one_machine() const override {
    return share_.processes == static_cast<std::size_t>(size());
  }
  [[nodiscard]] bool are_all_present() const override { return true; }
  void invite() override {}
  void send(int rank, std::string text) override { functions_.send(rank, std::move(text)); }
  [[nodiscard]] std::optional<Message> take() override { return functions_.take(); }

  [[nodiscard]] const Share& share() const noexcept { return share_; }

  /// Ends MPI. All processes must call this; waits for them. The destructor does not: if a process
  /// exits without `end`, it has failed, and MPI ends all others.
  void end() { functions_.end(); }

 private:
  const Functions& functions_;
  Share share_;
};

}  // namespace ncf::mpi
