// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/recording/index_nodes.hpp"

#include <algorithm>
#include <string_view>

#include "base/memory/bytes.hpp"

namespace ncf::hdf5 {
namespace {

constexpr std::string_view node_signature = "TREE";
constexpr std::size_t address_bytes = 8;
constexpr std::size_t header_bytes = 8 + 2 * address_bytes;  // with the two siblings

bool is_index_of_chunks(std::span<const std::byte> node) {
  return node.size() > header_bytes &&
         std::equal(node_signature.begin(), node_signature.end(), node.begin(),
                    [](char a, std::byte b) { return static_cast<std::byte>(a) == b; }) &&
         node[4] == std::byte{1};
}

}  // namespace

// A node has room for 2K children with a key before each and one after the last.
std::vector<std::uint64_t> child_nodes(std::span<const std::byte> node) {
  constexpr std::size_t max_children = 64;
  std::vector<std::uint64_t> children;
  if (!is_index_of_chunks(node) || base::little_endian_at(node, 5, 1) == 0) return children;
  const std::size_t room = node.size() - header_bytes;
  if (room < max_children * address_bytes) return children;
  const std::size_t key_bytes = (room - max_children * address_bytes) / (max_children + 1);
  const std::uint64_t count =
      std::min<std::uint64_t>(base::little_endian_at(node, 6, 2), max_children);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t offset = header_bytes + key_bytes + i * (address_bytes + key_bytes);
    children.push_back(base::little_endian_at(node, offset, address_bytes));
  }
  return children;
}

std::vector<model::FileRange> join_nodes(std::vector<std::uint64_t> addresses,
                                         std::uint64_t node_bytes) {
  std::sort(addresses.begin(), addresses.end());
  std::vector<model::FileRange> ranges;
  for (const std::uint64_t address : addresses) {
    if (ranges.empty() || address - ranges.back().begin >= ranges.back().bytes + node_bytes) {
      ranges.push_back({address, 0});
    }
    ranges.back().bytes = address - ranges.back().begin + node_bytes;
  }
  return ranges;
}

}  // namespace ncf::hdf5
