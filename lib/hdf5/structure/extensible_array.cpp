// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "hdf5/structure/array_entries.hpp"
#include "model/dataset/stored_form.hpp"

namespace ncf::hdf5 {
namespace {

/// Returns the unlimited dimension, which is the first in the order of the array.
std::size_t unlimited_dimension(const ChunkedShape& shape) {
  for (std::size_t i = 0; i < shape.most.size(); ++i) {
    if (shape.most[i] == model::unlimited) return i;
  }
  throw_damaged_index("the dataset is not extensible");
}

/// Blocks of entries that have the same size. Each group has more entries than the one before.
struct Group {
  std::uint64_t blocks = 0;
  std::uint64_t entries = 0;  ///< of a block
  std::uint64_t pages = 0;    ///< of a block; 0 if it is not cut into pages
};

class ExtensibleArrayWalk {
 public:
  ExtensibleArrayWalk(IndexWalk& walk, std::uint64_t address) : file_(walk.file) {
    const NumberSizes& sizes = file_.sizes();
    IndexBlock header =
        file_.read_checked(address, "EAHD", 1 + 1 + 6 + 6 * sizes.length + sizes.address);
    kind_ = read_kind(header);
    entry_bytes_ = header.number(1);
    const std::uint64_t bits = header.number(1);
    first_entries_ = header.number(1);
    least_entries_ = header.number(1);
    least_blocks_ = header.number(1);
    page_entries_ = power_of_two(header.number(1));
    header.skip(6 * sizes.length);
    first_block_ = header.address();
    set_groups(bits);
    offset_bytes_ = (bits + 7) / 8;
    entries_.emplace(walk, ChunkEntry(kind_, entry_bytes_, walk), unlimited_dimension(walk.shape));
  }

  // The index block has the first entries, the addresses of the blocks in the first groups, and
  // those of a block for each other group.
  void run() {
    if (!first_block_) return;
    const std::size_t direct = groups_with_direct_blocks();
    std::uint64_t addresses = groups_ - direct;
    for (std::size_t i = 0; i < direct; ++i) addresses += group(i).blocks;
    IndexBlock block = begin_block(
        *first_block_, "EAIB", first_entries_ * entry_bytes_ + addresses * file_.sizes().address);
    entries_->visit(block, 0, first_entries_);
    std::uint64_t first = first_entries_;
    const PageBits no_pages(block, 0);
    for (std::size_t i = 0; i < direct; ++i) walk_blocks(block, group(i), no_pages, first);
    for (std::size_t i = direct; i < groups_; ++i) walk_group(block, group(i), first);
  }

 private:
  void set_groups(std::uint64_t bits) {
    const auto least_bits = static_cast<std::uint64_t>(std::countr_zero(least_entries_));
    if (!std::has_single_bit(least_entries_) || !std::has_single_bit(least_blocks_) || bits > 64 ||
        bits < least_bits) {
      throw_damaged_index("its blocks have impossible sizes");
    }
    groups_ = 1 + bits - least_bits;
    const std::size_t direct = groups_with_direct_blocks();
    if (direct > groups_ || (direct > 0 && group(direct - 1).pages > 0)) {
      throw_damaged_index("its blocks have impossible sizes");
    }
  }

  [[nodiscard]] std::size_t groups_with_direct_blocks() const {
    return 2 * static_cast<std::size_t>(std::countr_zero(least_blocks_));
  }

  [[nodiscard]] Group group(std::size_t number) const {
    Group group{std::uint64_t{1} << number / 2,
                product(std::uint64_t{1} << (number + 1) / 2, least_entries_)};
    if (group.entries > page_entries_) group.pages = group.entries / page_entries_;
    return group;
  }

  /// Reads a block up to its entries or addresses. bytes: of these and what follows.
  [[nodiscard]] IndexBlock begin_block(std::uint64_t address, std::string_view signature,
                                       std::uint64_t bytes) {
    IndexBlock block =
        file_.read_checked(address, signature, sum(1 + 1 + file_.sizes().address, bytes));
    if (read_kind(block) != kind_) throw_damaged_index("its entries are of two kinds");
    block.skip(file_.sizes().address);
    return block;
  }

  /// Walks over a group whose address is next in `block`. first: the number of its first entry.
  void walk_group(IndexBlock& block, const Group& group, std::uint64_t& first) {
    const auto address = block.address();
    if (!address) {
      first = sum(first, product(group.blocks, group.entries));
      return;
    }
    const std::uint64_t bitmap_bytes = product(group.blocks, (group.pages + 7) / 8);
    const std::uint64_t bytes =
        sum(sum(offset_bytes_, bitmap_bytes), product(group.blocks, file_.sizes().address));
    IndexBlock addresses = begin_block(*address, "EASB", bytes);
    addresses.skip(offset_bytes_);
    const PageBits is_made(addresses, bitmap_bytes);
    walk_blocks(addresses, group, is_made, first);
  }

  /// Walks over blocks whose addresses are next in `block`.
  void walk_blocks(IndexBlock& block, const Group& group, const PageBits& is_made,
                   std::uint64_t& first) {
    for (std::uint64_t i = 0; i < group.blocks; ++i) {
      const auto address = block.address();
      if (address && group.pages == 0) visit_block(*address, group.entries, first);
      if (address && group.pages > 0) {
        visit_pages(*address, group.pages, is_made, i * group.pages, first);
      }
      first = sum(first, group.entries);
    }
  }

  void visit_block(std::uint64_t address, std::uint64_t entries, std::uint64_t first) {
    IndexBlock block =
        begin_block(address, "EADB", sum(offset_bytes_, product(entries, entry_bytes_)));
    block.skip(offset_bytes_);
    entries_->visit(block, first, entries);
  }

  /// first_page: its number among those of the group.
  void visit_pages(std::uint64_t address, std::uint64_t pages, const PageBits& is_made,
                   std::uint64_t first_page, std::uint64_t first) {
    (void)begin_block(address, "EADB", offset_bytes_);
    const std::uint64_t prefix_bytes = 4 + 1 + 1 + file_.sizes().address + offset_bytes_ + 4;
    const std::uint64_t page_bytes = product(page_entries_, entry_bytes_);
    for (std::uint64_t page = 0; page < pages; ++page) {
      if (!is_made[first_page + page]) continue;
      const std::uint64_t before = sum(prefix_bytes, product(page, sum(page_bytes, 4)));
      IndexBlock block = file_.read_checked(sum(address, before), "", page_bytes);
      entries_->visit(block, sum(first, page * page_entries_), page_entries_);
    }
  }

  IndexFile& file_;
  ChunkEntry::Kind kind_ = ChunkEntry::Kind::plain;
  std::uint64_t entry_bytes_ = 0;
  std::uint64_t first_entries_ = 0;  ///< in the index block
  std::uint64_t least_entries_ = 0;  ///< of a block
  std::uint64_t least_blocks_ = 0;   ///< of a group that is not in the index block
  std::uint64_t page_entries_ = 0;
  std::uint64_t groups_ = 0;
  std::uint64_t offset_bytes_ = 0;  ///< of the number with which each block begins
  std::optional<std::uint64_t> first_block_;
  std::optional<ArrayEntries> entries_;
};

}  // namespace

void walk_extensible_array(IndexWalk& walk, std::uint64_t address) {
  ExtensibleArrayWalk(walk, address).run();
}

}  // namespace ncf::hdf5
