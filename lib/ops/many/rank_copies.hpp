// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// An MPI run over many files. Rank 0 decides, records and reports. The child of each rank makes one
// copy at a time, or helps with the copy of another rank (relayed_ranks.hpp).
//
// Thread rule: one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "mpi/communicator.hpp"
#include "ncf/copy_many.hpp"
#include "ops/many/copy_worker.hpp"
#include "ops/many/task_messages.hpp"

namespace ncf::ops {

/// A pause between checks, because no system call waits both for a process of this machine and for
/// other ranks.
inline constexpr std::chrono::microseconds between_looks{500};

enum class CopyMessageKind : std::uint8_t {
  // Sent by rank 0.
  copy,     ///< make a copy; text: the task
  help,     ///< help with a copy; text: the task
  release,  ///< stop helping
  fail,     ///< end the copy, which a helper has lost; text: how
  end,      ///< there are no more copies
  // Sent to rank 0.
  invitation,  ///< others may help with the copy
  copied,      ///< text: the result
  helped,      ///< text: how the helper crashed; empty if it has not
  // Between the ranks that share a copy.
  relayed,
};

/// A message between ranks about a copy.
struct CopyMessage {
  CopyMessageKind kind = CopyMessageKind::end;
  std::uint64_t copy = 0;  ///< its number, which rank 0 gives
  std::string text;
};

void fields(auto& archive, CopyMessage& message) {
  archive(message.kind, message.copy, message.text);
}

/// The part of a rank in a run: it makes copies or helps with them.
class RankMember {
 public:
  using Post = std::function<void(int rank, CopyMessage message)>;

  /// options, ranks: outlive this object. post: sends a message.
  RankMember(const CopyManyOptions& options, const mpi::Communicator& ranks, Post post);

  /// As CopyWorker::try_to_begin.
  void try_to_begin() { worker_.try_to_begin(); }

  void take(int from, const CopyMessage& message);

  /// Waits until the child has news, or for `limit`, and posts them. Returns whether the copy has
  /// ended.
  bool look(std::chrono::microseconds limit);

  [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }

 private:
  void start(const CopyMessage& message, bool helps);
  void relay_messages();
  void end(const FileCopy& file);

  int own_rank_;
  Post post_;
  CopyWorker worker_;
  std::uint64_t copy_ = 0;
  bool helps_ = false;
  bool has_ended_ = false;
};

/// Works for rank 0, on another rank: copies and helps until there is no more work.
///
/// throws: Error(interrupted).
void follow_rank_0(mpi::Communicator& ranks, const CopyManyOptions& options);

}  // namespace ncf::ops
