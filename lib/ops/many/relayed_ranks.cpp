// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/many/relayed_ranks.hpp"

#include <utility>

#include "base/memory/packed.hpp"

namespace ncf::ops {

RelayedRanks::RelayedRanks(const SharingRanks& ranks, base::ParentOfChild& parent)
    : ranks_(ranks), parent_(parent) {}

int RelayedRanks::exchanged(int rank) const {
  if (rank == 0) return ranks_.leader;
  return rank == ranks_.leader ? 0 : rank;
}

void RelayedRanks::invite() { parent_.send(base::packed(RelayedMessage{ranks_.leader, {}})); }

void RelayedRanks::send(int rank, std::string text) {
  parent_.send(base::packed(RelayedMessage{exchanged(rank), std::move(text)}));
}

std::optional<mpi::Message> RelayedRanks::take() {
  const auto packed = parent_.take();
  if (!packed) return std::nullopt;
  auto message = base::unpacked<RelayedMessage>(*packed);
  return mpi::Message{exchanged(message.rank), std::move(message.text)};
}

}  // namespace ncf::ops
