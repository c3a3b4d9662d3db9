// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "hdf5/structure/array_entries.hpp"

namespace ncf::hdf5 {
namespace {

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
    const PageBits is_made(block, bitmap_bytes);
    visit_pages(is_made, pages, *data_ + 4 + before + bitmap_bytes + 4);
  }

 private:
  void visit_pages(const PageBits& is_made, std::uint64_t pages, std::uint64_t address) {
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

}  // namespace ncf::hdf5
