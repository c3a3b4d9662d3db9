// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/ranks/rank_messages.hpp"

#include <utility>

#include "base/threads/stop.hpp"
#include "mpi/ranks.hpp"

namespace ncf::transcode {

namespace {

using base::pack;
using base::unpack;

mpi::Message await_message(mpi::Ranks& ranks) {
  for (;;) {
    base::throw_if_stopped();
    if (auto message = ranks.take()) return *std::move(message);
    mpi::pause();
  }
}

void send_kind(mpi::Ranks& ranks, RankRecord kind) { ranks.send(0, base::packed(kind)); }

std::optional<std::string> await_text(mpi::Ranks& ranks) {
  const mpi::Message message = await_message(ranks);
  base::Unpacker packed(message.text);
  if (unpack<RankRecord>(packed) == RankRecord::begin) return unpack<std::string>(packed);
  send_kind(ranks, RankRecord::left);
  return std::nullopt;
}

}  // namespace

void pack_error(std::string& bytes, const Error& error) {
  base::pack(bytes, error.code(), error.message(), error.context());
}

Error unpack_error(base::Unpacker& packed) {
  const auto code = unpack<ErrorCode>(packed);
  Error error(code, unpack<std::string>(packed));
  for (const auto& place : unpack<std::vector<std::string>>(packed)) error.add_context(place);
  return error;
}

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
