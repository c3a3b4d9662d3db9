// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/common/index_size.hpp"

namespace ncf::store {
namespace {

constexpr std::uint64_t most_children = 64;

/// Returns the nodes that have this many children. A full node that gets one more is split: the
/// last one keeps nine tenths of its children, the first one a tenth, every other one half.
std::uint64_t nodes_for(std::uint64_t children, bool in_order) {
  if (children <= most_children) return 1;
  constexpr std::uint64_t kept_by_last = most_children * 9 / 10;
  constexpr std::uint64_t kept_by_others = most_children / 2;
  constexpr std::uint64_t first_and_last = 2;
  return in_order ? 1 + (children - most_children + kept_by_last - 1) / kept_by_last
                  : first_and_last + children / kept_by_others;
}

}  // namespace

std::uint64_t tree_bytes(std::size_t rank, std::uint64_t chunks, bool in_order) {
  if (chunks == 0) return 0;
  constexpr std::uint64_t address_bytes = 8;
  constexpr std::uint64_t head_bytes = 8 + 2 * address_bytes;
  const std::uint64_t key_bytes = 4 + 4 + 8 * (rank + 1);
  const std::uint64_t node_bytes =
      head_bytes + most_children * address_bytes + (most_children + 1) * key_bytes;
  std::uint64_t nodes = 0;
  for (std::uint64_t level = chunks; nodes == 0 || level > 1; nodes += level) {
    level = nodes_for(level, in_order);
  }
  return nodes * node_bytes;
}

}  // namespace ncf::store
