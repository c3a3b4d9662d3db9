// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes and reads messages between ranks, for tests.
#pragma once

#include <string>
#include <vector>

#include "support/fake_ranks.hpp"
#include "transcode/ranks/rank_messages.hpp"

namespace ncf::test {

/// Returns the kind of the first record in each message to a rank.
inline std::vector<transcode::RankRecord> first_records(FakeRanks& ranks, int rank) {
  std::vector<transcode::RankRecord> kinds;
  while (const auto message = ranks.take(rank)) {
    base::Unpacker packed(message->text);
    kinds.push_back(base::unpack<transcode::RankRecord>(packed));
  }
  return kinds;
}

inline std::string text_of(transcode::RankRecord kind) {
  std::string text;
  base::pack(text, kind);
  return text;
}

}  // namespace ncf::test
