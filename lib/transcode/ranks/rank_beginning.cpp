// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/ranks/rank_beginning.hpp"

#include <utility>

#include "base/process/stop.hpp"
#include "mpi/patience.hpp"
#include "transcode/ranks/rank_messages.hpp"

namespace ncf::transcode {
namespace {

using base::pack;

mpi::Message await_message(mpi::Communicator& ranks) {
  mpi::Patience patience;
  for (;;) {
    base::throw_if_stopped();
    if (auto message = ranks.take()) return *std::move(message);
    patience.wait();
  }
}

void send_kind(mpi::Communicator& ranks, RankRecord kind) {
  std::string text;
  pack(text, kind);
  ranks.send(0, std::move(text));
}

}  // namespace

std::optional<std::string> await_begin(mpi::Communicator& ranks) {
  const mpi::Message message = await_message(ranks);
  base::Unpacker packed(message.text);
  if (base::unpack<RankRecord>(packed) == RankRecord::begin) {
    return base::unpack<std::string>(packed);
  }
  send_kind(ranks, RankRecord::left);
  return std::nullopt;
}

void refuse_to_begin(mpi::Communicator& ranks, const Error& why) {
  std::string text;
  pack(text, RankRecord::broken);
  pack_error(text, why);
  ranks.send(0, std::move(text));
  (void)await_begin(ranks);
}

}  // namespace ncf::transcode
