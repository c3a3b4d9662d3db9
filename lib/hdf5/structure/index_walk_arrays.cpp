// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hdf5/structure/index_walk.hpp"
#include "model/dataset/stored_form.hpp"

namespace ncf::hdf5 {
namespace {

// Fixed and extensible arrays have an entry for each chunk that there is room for, in the order of
// chunks, and pages of entries that are made when they are needed.

/// Reads the version of a structure and the kind of its entries. throws: Error(corrupt) if either
/// is unknown.
ChunkEntry::Kind read_kind(IndexBlock& block) {
  const std::uint64_t version = block.number(1);
  const std::uint64_t kind = block.number(1);
  if (version != 0 || kind > 1) throw_damaged_index("a part of it is of an unknown kind");
  return kind == 0 ? ChunkEntry::Kind::plain : ChunkEntry::Kind::filtered;
}

/// Returns 2 to the power of a number that a file states. throws: Error(corrupt) if it is too
/// large.
std::uint64_t power_of_two(std::uint64_t exponent) {
  if (exponent >= 64) throw_damaged_index("it would be too large");
  return std::uint64_t{1} << exponent;
}

/// Reads which pages were made: a bit for each, in whole bytes.
std::vector<bool> read_page_bits(IndexBlock& block, std::uint64_t bytes) {
  std::vector<bool> is_made;
  for (; bytes > 0; --bytes) {
    const std::uint64_t byte = block.number(1);
    for (int bit = 7; bit >= 0; --bit) is_made.push_back((byte >> bit & 1U) != 0);
  }
  return is_made;
}

/// Walks over entries of an array.
class ArrayEntries {
 public:
  /// slowest: the dimension along which the numbers of chunks grow slowest.
  ArrayEntries(IndexWalk& walk, const ChunkEntry& entry, std::size_t slowest)
      : walk_(walk), entry_(entry), slowest_(slowest), coordinates_(walk.form.chunk_shape.size()) {
    for (std::size_t i = 0; i < coordinates_.size(); ++i) {
      const std::size_t length = walk.form.max_extent[i];
      const std::size_t chunk = walk.form.chunk_shape[i];
      counts_.push_back(length / chunk + (length % chunk > 0 ? 1 : 0));
      if (counts_.back() == 0) throw_damaged_index("the dataset can have no chunks");
    }
  }

  /// Visits the chunks of entries. first: the number of the first of them in the array.
  void visit(IndexBlock& block, std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t number = first; number < first + count; ++number) {
      const auto place = entry_.read(block);
      if (!place) continue;
      find_coordinates(number);
      walk_.visit(coordinates_, *place);
    }
  }

 private:
  void find_coordinates(std::uint64_t number) {
    for (std::size_t i = coordinates_.size(); i-- > 0;) {
      if (i == slowest_) continue;
      coordinates_[i] = number % counts_[i];
      number /= counts_[i];
    }
    coordinates_[slowest_] = number;
  }

  IndexWalk& walk_;
  ChunkEntry entry_;
  std::size_t slowest_;
  std::vector<std::uint64_t> counts_;  ///< of chunks along each dimension
  std::vector<std::uint64_t> coordinates_;
};

// ---- Extensible arrays ----

/// Returns the unlimited dimension, which is the first in the order of the array.
std::size_t unlimited_dimension(const model::StoredForm& form) {
  for (std::size_t i = 0; i < form.max_extent.size(); ++i) {
    if (form.max_extent[i] == model::unlimited) return i;
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
    entries_.emplace(walk, ChunkEntry(kind_, entry_bytes_, walk), unlimited_dimension(walk.form));
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
    const std::vector<bool> no_pages;
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
    const std::vector<bool> is_made = read_page_bits(addresses, bitmap_bytes);
    walk_blocks(addresses, group, is_made, first);
  }

  /// Walks over blocks whose addresses are next in `block`.
  void walk_blocks(IndexBlock& block, const Group& group, const std::vector<bool>& is_made,
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
  void visit_pages(std::uint64_t address, std::uint64_t pages, const std::vector<bool>& is_made,
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

// ---- Fixed arrays ----

class FixedArrayWalk {
 public:
  FixedArrayWalk(IndexWalk& walk, std::uint64_t address) : file_(walk.file) {
    const NumberSizes& sizes = file_.sizes();
    IndexBlock header =
        file_.read_checked(address, "FAHD", 1 + 1 + 1 + 1 + sizes.length + sizes.address);
    kind_ = read_kind(header);
    entry_bytes_ = header.number(1);
    page_entries_ = power_of_two(header.number(1));
    count_ = header.length();
    data_ = header.address();
    entries_.emplace(walk, ChunkEntry(kind_, entry_bytes_, walk), 0);
  }

  void run() {
    if (!data_) return;
    const bool has_pages = count_ > page_entries_;
    const std::uint64_t pages = has_pages ? (count_ - 1) / page_entries_ + 1 : 0;
    const std::uint64_t bitmap_bytes = pages / 8 + (pages % 8 > 0 ? 1 : 0);
    const std::uint64_t content = has_pages ? bitmap_bytes : product(count_, entry_bytes_);
    const std::uint64_t before = 1 + 1 + file_.sizes().address;
    IndexBlock block = file_.read_checked(*data_, "FADB", sum(before, content));
    if (read_kind(block) != kind_) throw_damaged_index("its entries are of two kinds");
    block.skip(file_.sizes().address);
    if (!has_pages) return entries_->visit(block, 0, count_);
    const std::vector<bool> is_made = read_page_bits(block, bitmap_bytes);
    visit_pages(is_made, pages, *data_ + 4 + before + bitmap_bytes + 4);
  }

 private:
  void visit_pages(const std::vector<bool>& is_made, std::uint64_t pages, std::uint64_t address) {
    const std::uint64_t page_bytes = sum(product(page_entries_, entry_bytes_), 4);
    for (std::uint64_t page = 0; page < pages; ++page) {
      if (!is_made[page]) continue;
      const std::uint64_t first = page * page_entries_;
      const std::uint64_t count = std::min(page_entries_, count_ - first);
      IndexBlock block = file_.read_checked(sum(address, product(page, page_bytes)), "",
                                            product(count, entry_bytes_));
      entries_->visit(block, first, count);
    }
  }

  IndexFile& file_;
  ChunkEntry::Kind kind_ = ChunkEntry::Kind::plain;
  std::uint64_t entry_bytes_ = 0;
  std::uint64_t page_entries_ = 0;
  std::uint64_t count_ = 0;  ///< of entries
  std::optional<std::uint64_t> data_;
  std::optional<ArrayEntries> entries_;
};

}  // namespace

void walk_fixed_array(IndexWalk& walk, std::uint64_t address) {
  FixedArrayWalk(walk, address).run();
}

void walk_extensible_array(IndexWalk& walk, std::uint64_t address) {
  ExtensibleArrayWalk(walk, address).run();
}

}  // namespace ncf::hdf5
