// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/recording/recording.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace ncf::hdf5 {
namespace {

using Addresses = std::vector<std::uint64_t>;

void append(std::vector<std::byte>& bytes, std::uint64_t number, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i, number >>= 8U) {
    bytes.push_back(static_cast<std::byte>(number));
  }
}

/// Returns a node of an index of chunks with `rank` dimensions, as libhdf5 writes it.
std::vector<std::byte> make_node(int type, int level, const Addresses& children, std::size_t rank) {
  constexpr std::size_t max_children = 64;
  std::vector<std::byte> node;
  for (const char letter : std::string("TREE")) node.push_back(static_cast<std::byte>(letter));
  append(node, static_cast<std::uint64_t>(type), 1);
  append(node, static_cast<std::uint64_t>(level), 1);
  append(node, children.size(), 2);
  append(node, ~std::uint64_t{0}, 8);
  append(node, ~std::uint64_t{0}, 8);
  for (std::size_t i = 0; i < max_children; ++i) {
    append(node, 1234, 8);
    for (std::size_t d = 0; d <= rank; ++d) append(node, i, 8);
    append(node, i < children.size() ? children[i] : 0, 8);
  }
  append(node, 0, 8 * (rank + 2));
  return node;
}

TEST(ChildNodes, OfAnyRank) {
  const Addresses children{4096, 1'000'000, std::uint64_t{1} << 40U};
  for (std::size_t rank = 1; rank < 8; ++rank) {
    EXPECT_EQ(child_nodes(make_node(1, 1, children, rank)), children) << rank;
  }
  EXPECT_EQ(child_nodes(make_node(1, 2, Addresses(64, 8), 3)).size(), 64U);
}

TEST(ChildNodes, OfNothingElse) {
  EXPECT_TRUE(child_nodes(make_node(1, 0, {4096}, 3)).empty());  // its children are chunks
  EXPECT_TRUE(child_nodes(make_node(0, 1, {4096}, 3)).empty());  // of a group
  EXPECT_TRUE(child_nodes({}).empty());
  auto node = make_node(1, 1, {4096}, 3);
  node[0] = std::byte{'S'};
  EXPECT_TRUE(child_nodes(node).empty());
  node = make_node(1, 1, {4096}, 3);
  EXPECT_TRUE(child_nodes(std::span(node).first(100)).empty());
}

TEST(JoinNodes, ThoseThatTouchOrNearlySo) {
  using Ranges = std::vector<model::FileRange>;
  EXPECT_EQ(join_nodes({}, 100), Ranges{});
  EXPECT_EQ(join_nodes({300, 100, 200}, 100), (Ranges{{100, 300}}));
  EXPECT_EQ(join_nodes({100, 299}, 100), (Ranges{{100, 299}}));
  EXPECT_EQ(join_nodes({100, 300}, 100), (Ranges{{100, 100}, {300, 100}}));
  EXPECT_EQ(join_nodes({100, 100, 150}, 100), (Ranges{{100, 150}}));  // of a damaged index
  constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(join_nodes({0, last}, 100), (Ranges{{0, 100}, {last, 100}}));
}

}  // namespace
}  // namespace ncf::hdf5
