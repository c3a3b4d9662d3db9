// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/structure/index_walk.hpp"

namespace ncf::hdf5 {
namespace {

constexpr std::uint64_t type_of_chunk_nodes = 1;

class BtreeV1Walk {
 public:
  explicit BtreeV1Walk(IndexWalk& walk) : walk_(walk), coordinates_(walk.shape.chunk.size()) {
    const NumberSizes& sizes = walk.file.sizes();
    const std::size_t key_bytes = 4 + 4 + 8 * (coordinates_.size() + 1);
    most_children_ = 2 * walk.file.tree_rank();
    node_bytes_ = 4 + 1 + 1 + 2 + 2 * sizes.address + (most_children_ + 1) * key_bytes +
                  most_children_ * sizes.address;
  }

  /// below: the level of the node above; empty for the root.
  void walk_node(std::uint64_t address, std::optional<std::uint64_t> below) {
    IndexBlock node = walk_.file.read(address, node_bytes_);
    node.require("TREE");
    if (node.number(1) != type_of_chunk_nodes) throw_damaged_index("a node is of another tree");
    const std::uint64_t level = node.number(1);
    if (below && level + 1 != *below) throw_damaged_index("a node has a wrong level");
    const std::uint64_t children = node.number(2);
    if (children > most_children_) throw_damaged_index("a node has too many children");
    node.skip(2 * walk_.file.sizes().address);  // its siblings
    level == 0 ? visit_chunks(node, children) : walk_children(node, children, level);
  }

 private:
  void visit_chunks(IndexBlock& node, std::uint64_t count) {
    for (; count > 0; --count) {
      const std::uint64_t bytes = node.number(4);
      node.skip(4);  // the mask
      for (std::size_t i = 0; i < coordinates_.size(); ++i) {
        const std::uint64_t offset = node.number(8);
        coordinates_[i] = offset / walk_.shape.chunk[i];
        if (offset % walk_.shape.chunk[i] != 0) throw_damaged_index("a chunk begins in another");
      }
      node.skip(8);
      const auto address = node.address();
      if (!address) throw_damaged_index("a chunk is nowhere");
      walk_.visit(coordinates_, {*address, bytes});
    }
  }

  void walk_children(IndexBlock& node, std::uint64_t count, std::uint64_t level) {
    std::vector<std::uint64_t> children;
    for (; count > 0; --count) {
      node.skip(4 + 4 + 8 * (coordinates_.size() + 1));
      const auto child = node.address();
      if (!child) throw_damaged_index("a node is nowhere");
      children.push_back(*child);
    }
    walk_.file.announce(children, node_bytes_);
    for (const std::uint64_t child : children) walk_node(child, level);
  }

  IndexWalk& walk_;
  std::vector<std::uint64_t> coordinates_;
  std::size_t most_children_;
  std::size_t node_bytes_;
};

}  // namespace

void walk_btree_v1(IndexWalk& walk, std::uint64_t address) {
  BtreeV1Walk(walk).walk_node(address, std::nullopt);
}

}  // namespace ncf::hdf5
