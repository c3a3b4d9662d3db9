// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/rank_copies.hpp"

#include <thread>
#include <utility>

#include "base/packed.hpp"
#include "base/process/stop.hpp"
#include "ncf/error.hpp"
#include "ops/copy/shared_copy.hpp"
#include "ops/many/copy_of_file.hpp"
#include "ops/many/relayed_ranks.hpp"

namespace ncf::ops {
namespace {

constexpr std::chrono::microseconds between_looks{500};

}  // namespace

void fields(auto& archive, RankLetter& letter) { archive(letter.kind, letter.copy, letter.text); }

std::string pack_letter(RankLetter letter) {
  std::string packed;
  base::pack(packed, std::move(letter));
  return packed;
}

RankLetter unpack_letter(const std::string& packed) {
  base::Unpacker unpacker(packed);
  return base::unpack<RankLetter>(unpacker);
}

RankMember::RankMember(const CopyManyOptions& options, const mpi::Communicator& ranks, Post post)
    : own_rank_(ranks.rank()),
      post_(std::move(post)),
      worker_(options, resources_of_rank(options.copy, ranks)) {}

void RankMember::try_to_begin() {
  try {
    worker_.begin();
  } catch (const Error&) {
    // the copy says what is wrong
  }
}

void RankMember::take(int from, const RankLetter& letter) {
  const bool is_of_present = worker_.is_busy() && letter.copy == copy_;
  switch (letter.kind) {
    case RankLetterKind::copy:
      return start(letter, false);
    case RankLetterKind::help:
      return start(letter, true);
    case RankLetterKind::release:
      if (is_of_present) worker_.abandon();
      return;
    case RankLetterKind::fail:
      if (is_of_present) end(worker_.fail(letter.text));
      return;
    case RankLetterKind::relayed:
      if (is_of_present) worker_.send(pack_relayed({from, letter.text}));
      return;
    default:
      has_ended_ = true;
  }
}

void RankMember::start(const RankLetter& letter, bool helps) {
  const CopyTask task = parse_copy_task(letter.text);
  copy_ = letter.copy;
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
    RelayedMessage message = unpack_relayed(packed);
    if (message.rank == own_rank_) {
      post_(0, {RankLetterKind::invitation, copy_, {}});
    } else {
      post_(message.rank, {RankLetterKind::relayed, copy_, std::move(message.text)});
    }
  }
}

void RankMember::end(const FileCopy& file) {
  if (helps_) {
    post_(0, {RankLetterKind::helped, copy_, file.failure});
  } else {
    post_(0, {RankLetterKind::copied, copy_, format_copy_result(file)});
  }
}

void follow_rank_0(mpi::Communicator& ranks, const CopyManyOptions& options) {
  RankMember member(options, ranks, [&](int rank, RankLetter letter) {
    ranks.send(rank, pack_letter(std::move(letter)));
  });
  while (!member.has_ended()) {
    base::throw_if_stopped();
    while (const auto message = ranks.take()) {
      member.take(message->rank, unpack_letter(message->text));
    }
    member.look(between_looks);
  }
}

}  // namespace ncf::ops
