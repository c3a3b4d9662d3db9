// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <utility>
#include <vector>

#include "hdf5/structure/index_walk.hpp"

namespace ncf::hdf5 {
namespace {

// ---- B-trees of version 1 ----

constexpr std::uint64_t type_of_chunk_nodes = 1;

class BtreeV1Walk {
 public:
  explicit BtreeV1Walk(IndexWalk& walk) : walk_(walk), coordinates_(walk.form.chunk_shape.size()) {
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
        coordinates_[i] = offset / walk_.form.chunk_shape[i];
        if (offset % walk_.form.chunk_shape[i] != 0)
          throw_damaged_index("a chunk begins in another");
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

// ---- B-trees of version 2 ----

constexpr std::uint64_t type_of_chunks = 10;
constexpr std::uint64_t type_of_filtered_chunks = 11;
constexpr std::size_t coordinate_bytes = 8;
/// Each node but the last ones has two children.
constexpr std::uint64_t max_depth = 64;

/// Returns the number of bytes in which numbers up to a limit are stored.
std::size_t bytes_for(std::uint64_t limit) { return (std::bit_width(limit | 1U) - 1) / 8 + 1; }

/// A node, as its parent or the header of the tree describes it.
struct Node {
  std::uint64_t address;
  std::uint64_t records;
  std::uint64_t depth;  ///< of the tree below it
};

class BtreeV2Walk {
 public:
  BtreeV2Walk(IndexWalk& walk, std::uint64_t address)
      : walk_(walk), coordinates_(walk.form.chunk_shape.size()) {
    const NumberSizes& sizes = walk.file.sizes();
    IndexBlock header = walk.file.read_checked(
        address, "BTHD", 1 + 1 + 4 + 2 + 2 + 1 + 1 + sizes.address + 2 + sizes.length);
    type_ = read_type(header);
    node_bytes_ = header.number(4);
    record_bytes_ = header.number(2);
    const std::uint64_t depth = header.number(2);
    header.skip(2);  // how full nodes are
    const auto root = header.address();
    const std::uint64_t records = header.number(2);
    set_entry();
    set_sizes(depth);
    if (root) root_ = Node{*root, records, depth};
  }

  void run() {
    if (root_) walk_node(*root_);
  }

 private:
  static constexpr std::size_t besides_records = 4 + 1 + 1 + 4;  // with the checksum

  /// Reads the version of a structure and the type of its records.
  static std::uint64_t read_type(IndexBlock& block) {
    if (block.number(1) != 0) throw_damaged_index("a part of it is of an unknown kind");
    return block.number(1);
  }

  void set_entry() {
    const std::uint64_t bytes_of_coordinates = coordinate_bytes * coordinates_.size();
    const bool is_filtered = type_ == type_of_filtered_chunks;
    if ((!is_filtered && type_ != type_of_chunks) || record_bytes_ < bytes_of_coordinates) {
      throw_damaged_index("it is a tree of other records");
    }
    entry_.emplace(is_filtered ? ChunkEntry::Kind::filtered : ChunkEntry::Kind::plain,
                   record_bytes_ - bytes_of_coordinates, walk_);
  }

  /// Determines how long the references to nodes of each level are: they state numbers of records,
  /// in as few bytes as the largest number needs.
  void set_sizes(std::uint64_t depth) {
    if (node_bytes_ < besides_records + record_bytes_)
      throw_damaged_index("its nodes are too small");
    if (depth > max_depth) throw_damaged_index("it is too deep");
    std::uint64_t most = (node_bytes_ - besides_records) / record_bytes_;
    bytes_of_records_ = bytes_for(most);
    bytes_of_all_records_.push_back(0);
    for (std::uint64_t level = 1; level <= depth; ++level) {
      const std::uint64_t reference = reference_bytes(level - 1);
      if (node_bytes_ < besides_records + reference) throw_damaged_index("it is too deep");
      const std::uint64_t records =
          (node_bytes_ - besides_records - reference) / (record_bytes_ + reference);
      most = sum(product(records + 1, most), records);
      bytes_of_all_records_.push_back(bytes_for(most));
    }
  }

  void walk_node(const Node& node) {
    const bool is_leaf = node.depth == 0;
    IndexBlock block =
        walk_.file.read_checked(node.address, is_leaf ? "BTLF" : "BTIN", bytes_used(node));
    if (read_type(block) != type_) throw_damaged_index("a node is of another tree");
    for (std::uint64_t i = 0; i < node.records; ++i) visit_record(block);
    std::vector<Node> children;
    std::vector<std::uint64_t> addresses;
    for (std::uint64_t i = 0; !is_leaf && i <= node.records; ++i) {
      children.push_back(read_child(block, node.depth - 1));
      addresses.push_back(children.back().address);
    }
    walk_.file.announce(std::move(addresses), node_bytes_);
    for (const Node& child : children) walk_node(child);
  }

  /// Returns the bytes of a node between its signature and its checksum.
  [[nodiscard]] std::uint64_t bytes_used(const Node& node) const {
    const std::uint64_t references = node.depth == 0 ? 0 : node.records + 1;
    const std::uint64_t bytes =
        1 + 1 + node.records * record_bytes_ +
        (references == 0 ? 0 : references * reference_bytes(node.depth - 1));
    if (bytes > node_bytes_) throw_damaged_index("a node has too many records");
    return bytes;
  }

  /// Returns the bytes of a reference to a node. depth: of the tree below that node.
  [[nodiscard]] std::uint64_t reference_bytes(std::uint64_t depth) const {
    return walk_.file.sizes().address + bytes_of_records_ + bytes_of_all_records_[depth];
  }

  void visit_record(IndexBlock& block) {
    const auto place = entry_->read(block);
    for (std::uint64_t& coordinate : coordinates_) coordinate = block.number(coordinate_bytes);
    if (place) walk_.visit(coordinates_, *place);
  }

  [[nodiscard]] Node read_child(IndexBlock& block, std::uint64_t depth) const {
    const auto address = block.address();
    if (!address) throw_damaged_index("a node is nowhere");
    const std::uint64_t records = block.number(bytes_of_records_);
    block.skip(bytes_of_all_records_[depth]);
    return {*address, records, depth};
  }

  IndexWalk& walk_;
  std::vector<std::uint64_t> coordinates_;
  std::uint64_t type_ = 0;
  std::uint64_t node_bytes_ = 0;
  std::uint64_t record_bytes_ = 0;
  std::optional<ChunkEntry> entry_;
  std::size_t bytes_of_records_ = 0;
  /// By depth, of the number of records in a node and below.
  std::vector<std::size_t> bytes_of_all_records_;
  std::optional<Node> root_;
};

}  // namespace

void walk_btree_v1(IndexWalk& walk, std::uint64_t address) {
  BtreeV1Walk(walk).walk_node(address, std::nullopt);
}

void walk_btree_v2(IndexWalk& walk, std::uint64_t address) { BtreeV2Walk(walk, address).run(); }

}  // namespace ncf::hdf5
