// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/rank_copies.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/memory/packed.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "ops/copy/copy.hpp"
#include "ops/many/copy_task.hpp"
#include "ops/many/running_copies.hpp"

namespace ncf::ops {
namespace {

/// A pause between checks, because no system call waits both for a process of this machine and for
/// other ranks.
constexpr std::chrono::microseconds between_looks{500};

/// The size from which a copy is shared: another process needs some milliseconds to plan it.
constexpr std::uint64_t least_shared_bytes = std::uint64_t{16} << 20;

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
  RankMember(const CopyManyOptions& options, const mpi::Communicator& ranks, Post post)
      : own_rank_(ranks.rank()),
        post_(std::move(post)),
        worker_(options, resources_of_rank(options.copy, ranks)) {}

  /// As CopyWorker::try_to_begin.
  void try_to_begin() { worker_.try_to_begin(); }

  void take(int from, const CopyMessage& message) {
    const bool is_of_present = worker_.is_busy() && message.copy == copy_;
    switch (message.kind) {
      case CopyMessageKind::copy:
        return start(message, false);
      case CopyMessageKind::help:
        return start(message, true);
      case CopyMessageKind::release:
        if (is_of_present) worker_.abandon();
        return;
      case CopyMessageKind::fail:
        if (is_of_present) end(worker_.fail(message.text));
        return;
      case CopyMessageKind::relayed:
        if (is_of_present) worker_.send(base::packed(RelayedMessage{from, message.text}));
        return;
      default:
        has_ended_ = true;
    }
  }

  /// Waits until the child has news, or for `limit`, and posts them. Returns whether the copy has
  /// ended.
  bool look(std::chrono::microseconds limit) {
    if (!worker_.is_busy()) {
      std::this_thread::sleep_for(limit);
      return false;
    }
    const auto file = worker_.wait(limit);
    relay_messages();
    if (file) end(*file);
    return file.has_value();
  }

  [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }

 private:
  void start(const CopyMessage& message, bool helps) {
    const auto task = base::unpacked<CopyTask>(message.text);
    copy_ = message.copy;
    helps_ = helps;
    try {
      worker_.start(task);
    } catch (const Error& error) {  // the system allows no more processes
      FileCopy file = task.listed.file;
      set_failed(file, error);
      if (helps) file.failure.clear();  // the others make the copy
      end(file);
    }
  }

  void relay_messages() {
    for (const std::string& packed : worker_.take_messages()) {
      auto message = base::unpacked<RelayedMessage>(packed);
      if (message.rank == own_rank_) {
        post_(0, {CopyMessageKind::invitation, copy_, {}});
      } else {
        post_(message.rank, {CopyMessageKind::relayed, copy_, std::move(message.text)});
      }
    }
  }

  void end(const FileCopy& file) {
    if (helps_) {
      post_(0, {CopyMessageKind::helped, copy_, file.failure});
    } else {
      post_(0, {CopyMessageKind::copied, copy_, base::packed(file)});
    }
  }

  int own_rank_;
  Post post_;
  CopyWorker worker_;
  std::uint64_t copy_ = 0;
  bool helps_ = false;
  bool has_ended_ = false;
};

/// The copies of all ranks, for rank 0. A maker is a rank; those that have nothing to copy can help
/// others.
class RankCopies final : public RunningCopies {
 public:
  RankCopies(const CopyManyOptions& options, mpi::Communicator& ranks)
      : RunningCopies(static_cast<std::size_t>(ranks.size()),
                      resources_of_rank(options.copy, ranks).threads *
                          static_cast<std::size_t>(ranks.size())),
        is_plan_(options.plan),
        ranks_(ranks),
        member_(options, ranks,
                [this](int rank, CopyMessage message) { post(rank, std::move(message)); }),
        makers_(maker_count()) {
    member_.try_to_begin();
  }

  void let_idle_ranks_help() override {
    const auto bytes_for_each = [&](std::size_t leader) {
      return file_of(leader)->listed_bytes / (1 + makers_[leader].helpers.size());
    };
    for (std::size_t idle = 0; idle < makers_.size(); ++idle) {
      if (file_of(idle) != nullptr || makers_[idle].helps) continue;
      std::optional<std::size_t> largest;
      for (std::size_t leader = 0; leader < makers_.size(); ++leader) {
        if (!makers_[leader].is_open || makers_[leader].helpers.contains(idle)) continue;
        if (!largest || bytes_for_each(leader) > bytes_for_each(*largest)) largest = leader;
      }
      if (largest) help(idle, *largest);
    }
  }

 private:
  struct Maker {
    std::uint64_t copy = 0;            ///< the number of its copy
    bool is_open = false;              ///< others may help with it
    std::set<std::size_t> helpers;     ///< all that were asked to help
    std::optional<std::size_t> helps;  ///< the maker that this one helps
  };

  void begin(std::size_t maker, const ListedFile& listed) override {
    const std::uint64_t copy = ++last_copy_;
    makers_[maker].copy = copy;
    send(maker, {CopyMessageKind::copy, copy, base::packed(task_of(listed, maker, maker))});
  }

  void send(std::size_t maker, CopyMessage message) {
    if (maker == 0) return member_.take(0, message);
    ranks_.send(static_cast<int>(maker), base::packed(std::move(message)));
  }

  /// Sends a message of the member of rank 0.
  void post(int rank, CopyMessage message) {
    if (rank > 0) return ranks_.send(rank, base::packed(std::move(message)));
    own_messages_.push_back(std::move(message));
  }

  [[nodiscard]] CopyTask task_of(const ListedFile& listed, std::size_t own,
                                 std::size_t leader) const {
    CopyTask task{.listed = listed};
    if (own > 0) task.working_folder = std::filesystem::current_path();
    const bool may_be_shared = !is_plan_ && listed.is_dataset && !listed.has_copy &&
                               listed.listed_bytes >= least_shared_bytes;
    if (may_be_shared) {
      task.sharing = {static_cast<int>(own), static_cast<int>(leader), ranks_.size(),
                      ranks_.is_one_machine()};
    }
    return task;
  }

  void help(std::size_t helper, std::size_t leader) {
    makers_[helper].helps = leader;
    makers_[leader].helpers.insert(helper);
    const CopyTask task = task_of(*file_of(leader), helper, leader);
    send(helper, {CopyMessageKind::help, makers_[leader].copy, base::packed(task)});
  }

  void release_helpers(std::size_t leader) {
    for (const std::size_t helper : std::exchange(makers_[leader].helpers, {})) {
      if (makers_[helper].helps != leader) continue;
      makers_[helper].helps.reset();
      send(helper, {CopyMessageKind::release, makers_[leader].copy, {}});
    }
    makers_[leader].is_open = false;
  }

  void take(std::size_t from, const CopyMessage& message, const EndHandler& on_end) {
    switch (message.kind) {
      case CopyMessageKind::relayed:
        return member_.take(static_cast<int>(from), message);
      case CopyMessageKind::invitation:
        makers_[from].is_open = true;
        return;
      case CopyMessageKind::copied:
        release_helpers(from);
        return end(from, base::unpacked<FileCopy>(message.text), on_end);
      default:  // helped
        const auto leader = makers_[from].helps;
        if (!leader || makers_[*leader].copy != message.copy) return;
        makers_[from].helps.reset();
        if (message.text.empty()) return;
        makers_[*leader].is_open = false;
        send(*leader, {CopyMessageKind::fail, message.copy, message.text});
    }
  }

  bool take_news(const EndHandler& on_end) override {
    base::throw_if_stopped();
    bool has_any = member_.look(between_looks);
    while (const std::optional<mpi::Message> message = ranks_.take()) {
      take(static_cast<std::size_t>(message->rank), base::unpacked<CopyMessage>(message->text),
           on_end);
      has_any = true;
    }
    while (!own_messages_.empty()) {
      for (const CopyMessage& message : std::exchange(own_messages_, {})) {
        take(0, message, on_end);
        has_any = true;
      }
    }
    return has_any;
  }

  bool is_plan_;
  mpi::Communicator& ranks_;
  RankMember member_;                      ///< of rank 0
  std::vector<CopyMessage> own_messages_;  ///< from `member_` to rank 0
  std::uint64_t last_copy_ = 0;
  std::vector<Maker> makers_;
};

}  // namespace

std::unique_ptr<RunningCopies> make_rank_copies(const CopyManyOptions& options,
                                                mpi::Communicator& ranks) {
  return std::make_unique<RankCopies>(options, ranks);
}

void release_other_ranks(mpi::Communicator& ranks) {
  for (int rank = 1; rank < ranks.size(); ++rank) {
    ranks.send(rank, base::packed(CopyMessage{CopyMessageKind::end, 0, {}}));
  }
}

void follow_rank_0(mpi::Communicator& ranks, const CopyManyOptions& options) {
  RankMember member(options, ranks, [&](int rank, CopyMessage message) {
    ranks.send(rank, base::packed(std::move(message)));
  });
  while (!member.has_ended()) {
    base::throw_if_stopped();
    while (const auto message = ranks.take()) {
      member.take(message->rank, base::unpacked<CopyMessage>(message->text));
    }
    member.look(between_looks);
  }
}

}  // namespace ncf::ops
