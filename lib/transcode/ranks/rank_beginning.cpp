// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/ranks/rank_beginning.hpp"

#include <utility>

#include "base/threads/stop.hpp"
#include "mpi/ranks.hpp"
#include "transcode/ranks/rank_messages.hpp"

namespace ncf::transcode {
namespace {

using base::pack;

mpi::Message await_message(mpi::Ranks& ranks) {
  for (;;) {
    base::throw_if_stopped();
    if (auto message = ranks.take()) return *std::move(message);
    mpi::pause();
  }
}

void send_kind(mpi::Ranks& ranks, RankRecord kind) {
  std::string text;
  pack(text, kind);
  ranks.send(0, std::move(text));
}

std::optional<std::string> await_text(mpi::Ranks& ranks) {
  const mpi::Message message = await_message(ranks);
  base::Unpacker packed(message.text);
  if (base::unpack<RankRecord>(packed) == RankRecord::begin) {
    return base::unpack<std::string>(packed);
  }
  send_kind(ranks, RankRecord::left);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> await_begin(mpi::Ranks& ranks) {
  if (!ranks.are_all_present()) send_kind(ranks, RankRecord::joined);
  return await_text(ranks);
}

void refuse_to_begin(mpi::Ranks& ranks, const Error& why) {
  std::string text;
  pack(text, RankRecord::broken);
  pack_error(text, why);
  ranks.send(0, std::move(text));
  (void)await_text(ranks);
}

}  // namespace ncf::transcode
