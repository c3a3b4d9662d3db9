// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The processes that share one copy of many. A copy is made by a child of a rank, so that a crash
// ends only this copy, and its helpers are children of other ranks. Children do not use MPI: a
// message goes to the parent, from there to the parent of the other child (rank_copies.hpp), and
// then to that child.
//
// Thread rule: one thread.
#pragma once

#include <optional>
#include <string>

#include "base/process/child_process.hpp"
#include "mpi/ranks.hpp"

namespace ncf::ops {

/// The ranks that share a copy.
struct SharingRanks {
  int own = 0;
  int leader = 0;  ///< the rank whose child makes the copy
  int count = 0;   ///< of the run
  bool is_one_machine = false;
};

void fields(auto& archive, SharingRanks& ranks) {
  archive(ranks.own, ranks.leader, ranks.count, ranks.is_one_machine);
}

/// A message that a child asks its parent to send; an invitation if `rank` is the leader itself.
struct RelayedMessage {
  int rank = 0;  ///< the receiver; in messages from the parent, the sender
  std::string text;
};

void fields(auto& archive, RelayedMessage& message) { archive(message.rank, message.text); }

/// The ranks of a shared copy, by messages through the parent. The leader is rank 0 here, and rank
/// 0 has the leader's number.
class RelayedRanks final : public mpi::Ranks {
 public:
  /// parent: outlives this object.
  RelayedRanks(const SharingRanks& ranks, base::ParentOfChild& parent);

  [[nodiscard]] int rank() const override { return exchanged(ranks_.own); }
  [[nodiscard]] int size() const override { return ranks_.count; }
  [[nodiscard]] bool is_one_machine() const override { return ranks_.is_one_machine; }
  [[nodiscard]] bool are_all_present() const override { return false; }
  void invite() override;
  void send(int rank, std::string text) override;
  [[nodiscard]] std::optional<mpi::Message> take() override;

 private:
  [[nodiscard]] int exchanged(int rank) const;

  SharingRanks ranks_;
  base::ParentOfChild& parent_;
};

}  // namespace ncf::ops
