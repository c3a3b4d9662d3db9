// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/rank_copies.hpp"

#include <thread>
#include <utility>

#include "base/memory/packed.hpp"
#include "base/threads/stop.hpp"
#include "ncf/error.hpp"
#include "ops/copy/shared_copy.hpp"
#include "ops/many/copy_of_file.hpp"
#include "ops/many/relayed_ranks.hpp"

namespace ncf::ops {

RankMember::RankMember(const CopyManyOptions& options, const mpi::Communicator& ranks, Post post)
    : own_rank_(ranks.rank()),
      post_(std::move(post)),
      worker_(options, resources_of_rank(options.copy, ranks)) {}

void RankMember::take(int from, const CopyMessage& message) {
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

void RankMember::start(const CopyMessage& message, bool helps) {
  const CopyTask task = parse_copy_task(message.text);
  copy_ = message.copy;
  helps_ = helps;
  try {
    worker_.start(task);
  } catch (const Error& error) {  // the system allows no more processes
    FileCopy file = task.listed.file;
    set_failure(file, error);
    if (helps) file.failure.clear();  // the others make the copy
    end(file);
  }
}

bool RankMember::look(std::chrono::microseconds limit) {
  if (!worker_.is_busy()) {
    std::this_thread::sleep_for(limit);
    return false;
  }
  const auto file = worker_.wait(limit);
  relay_messages();
  if (file) end(*file);
  return file.has_value();
}

void RankMember::relay_messages() {
  for (const std::string& packed : worker_.take_messages()) {
    auto message = base::unpacked<RelayedMessage>(packed);
    if (message.rank == own_rank_) {
      post_(0, {CopyMessageKind::invitation, copy_, {}});
    } else {
      post_(message.rank, {CopyMessageKind::relayed, copy_, std::move(message.text)});
    }
  }
}

void RankMember::end(const FileCopy& file) {
  if (helps_) {
    post_(0, {CopyMessageKind::helped, copy_, file.failure});
  } else {
    post_(0, {CopyMessageKind::copied, copy_, format_copy_result(file)});
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
