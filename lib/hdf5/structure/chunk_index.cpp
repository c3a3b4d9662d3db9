// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/structure/chunk_index.hpp"

#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

#include "hdf5/library/calls.hpp"
#include "hdf5/structure/index_walk.hpp"
#include "model/dataset/stored_form.hpp"
#include "model/grid/chunk_grid.hpp"
#include "ncf/error.hpp"

namespace ncf::hdf5 {
namespace {

// Finds the index of a dataset's chunks in its object header; libhdf5 does not expose its place.
// source: HDF5 file format specification 3.0, IV.A.1, "Data Object Headers", and IV.A.2.i, "The
// Data Layout Message"; HDF5 2.0 for version 5 of the message

enum class IndexKind { btree_v1, single_chunk, implicit, fixed_array, extensible_array, btree_v2 };

struct ChunkLayout {
  IndexKind kind = IndexKind::btree_v1;
  /// Of the index, or of the first chunk if it is a single one or implicit. Empty if nothing was
  /// written.
  std::optional<std::uint64_t> address;
  std::optional<std::uint64_t> single_chunk_bytes;  ///< of a filtered single chunk
};

constexpr std::uint64_t layout_message = 0x08;
constexpr std::uint64_t continuation_message = 0x10;

[[noreturn]] void throw_unknown() {
  throw Error(ErrorCode::unsupported,
              "its index of chunks has a form that this version of ncf does not know");
}

/// Reads the messages of an object header until one is found. libhdf5 has read the header before,
/// and its checksums.
class ObjectHeader {
 public:
  ObjectHeader(IndexFile& file, std::uint64_t address) : file_(file) {
    constexpr std::size_t least_bytes = 16;
    IndexBlock first = file_.read(address, least_bytes);
    if (first.number(1) == 1) {
      first.skip(7);  // the number of messages and of references
      chunks_.push_back({address + least_bytes, first.number(4)});
    } else {
      begin_version_2(address);
    }
  }

  /// Returns the message at its beginning. throws: Error(corrupt) if there is none.
  IndexBlock find_layout() {
    while (!chunks_.empty()) {
      const auto [address, bytes] = chunks_.back();
      chunks_.pop_back();
      IndexBlock chunk = file_.read(address, bytes);
      if (find_layout_in(chunk)) return chunk;
    }
    throw_damaged_index("the dataset has none");
  }

 private:
  struct Chunk {
    std::uint64_t address;
    std::uint64_t bytes;  ///< without signature and checksum
  };

  static constexpr std::size_t signature_bytes = 4;
  static constexpr std::size_t checksum_bytes = 4;

  void begin_version_2(std::uint64_t address) {
    constexpr std::size_t most_bytes = 34;
    constexpr std::size_t bytes_of_times = 16;
    constexpr std::size_t bytes_of_phases = 4;
    IndexBlock prefix = file_.read(address, most_bytes);
    prefix.require("OHDR");
    if (prefix.number(1) != 2) throw_unknown();
    const std::uint64_t flags = prefix.number(1);
    if ((flags & 0x20U) != 0) prefix.skip(bytes_of_times);
    if ((flags & 0x10U) != 0) prefix.skip(bytes_of_phases);
    const std::uint64_t bytes = prefix.number(std::size_t{1} << (flags & 0x03U));
    chunks_.push_back({address + most_bytes - prefix.left(), bytes});
    is_version_2_ = true;
    has_order_ = (flags & 0x04U) != 0;
  }

  /// Moves `chunk` to the layout message, if it has one, and notes continuations.
  bool find_layout_in(IndexBlock& chunk) {
    const std::size_t head_bytes = !is_version_2_ ? 8 : (has_order_ ? 6 : 4);
    while (chunk.left() >= head_bytes) {
      const std::uint64_t type = chunk.number(is_version_2_ ? 1 : 2);
      const std::uint64_t bytes = chunk.number(2);
      chunk.skip(head_bytes - (is_version_2_ ? 3 : 4));
      if (type == layout_message) return true;
      const std::size_t left = chunk.left();
      if (type == continuation_message) note_continuation(chunk);
      if (left - chunk.left() > bytes) throw_damaged_index("a message is too short");
      chunk.skip(bytes - (left - chunk.left()));
    }
    return false;
  }

  void note_continuation(IndexBlock& message) {
    const auto address = message.address();
    const std::uint64_t bytes = message.length();
    if (!address) throw_damaged_index("a continuation is nowhere");
    if (!is_version_2_) return chunks_.push_back({*address, bytes});
    constexpr std::size_t besides = signature_bytes + checksum_bytes;
    if (bytes < besides) throw_damaged_index("a continuation is too short");
    chunks_.push_back({*address + signature_bytes, bytes - besides});
  }

  IndexFile& file_;
  std::vector<Chunk> chunks_;  ///< to read
  bool is_version_2_ = false;
  bool has_order_ = false;  ///< messages state the order in which they were made
};

/// Reads the part of the message that versions 4 and 5 have after the lengths of a chunk.
ChunkLayout read_index(IndexBlock& message, std::uint64_t flags) {
  constexpr std::uint64_t is_filtered_single_chunk = 0x02;
  struct Row {
    IndexKind kind;
    std::size_t bytes;  // that tell how it was made, as the index does itself
  };
  constexpr Row rows[] = {{IndexKind::single_chunk, 0},
                          {IndexKind::implicit, 0},
                          {IndexKind::fixed_array, 1},
                          {IndexKind::extensible_array, 5},
                          {IndexKind::btree_v2, 6}};
  const std::uint64_t number = message.number(1);
  if (number == 0 || number > std::size(rows)) throw_unknown();
  ChunkLayout layout{rows[number - 1].kind, {}, {}};
  message.skip(rows[number - 1].bytes);
  if (layout.kind == IndexKind::single_chunk && (flags & is_filtered_single_chunk) != 0) {
    layout.single_chunk_bytes = message.length();
    message.skip(4);  // the mask of its filters
  }
  layout.address = message.address();
  return layout;
}

/// header: the address of the object header of a chunked dataset. throws: Error(corrupt);
/// Error(unsupported) for an index that is newer than this library.
ChunkLayout read_chunk_layout(IndexFile& file, std::uint64_t header) {
  constexpr std::uint64_t chunked = 2;
  IndexBlock message = ObjectHeader(file, header).find_layout();
  const std::uint64_t version = message.number(1);
  if (version < 3) message.skip(1);  // rank
  if (message.number(1) != chunked) throw_damaged_index("the dataset has no chunks");
  if (version <= 3) {
    message.skip(version < 3 ? 5 : 1);
    return {IndexKind::btree_v1, message.address(), {}};
  }
  if (version > 5) throw_unknown();
  const std::uint64_t flags = message.number(1);
  const std::uint64_t rank = message.number(1);
  const std::uint64_t bytes_of_length = message.number(1);
  message.skip(rank * bytes_of_length);
  return read_index(message, flags);
}

std::uint64_t header_of(hid_t dataset) {
  H5O_info_t info;
  call(H5Oget_info2, dataset, &info, unsigned{H5O_INFO_BASIC});
  return info.addr;
}

/// A dataset with the place of its index.
class IndexedDataset {
 public:
  /// form: of the dataset; must outlive this object.
  IndexedDataset(hid_t dataset, const model::StoredForm& form)
      : form_(form),
        chunk_bytes_(bytes_of_chunk(form)),
        file_(dataset),
        layout_(read_chunk_layout(file_, header_of(dataset))) {}

  /// Returns the amount if it is known without a walk.
  [[nodiscard]] std::optional<StoredAmount> find_amount() const {
    if (!layout_.address) return StoredAmount{};
    if (layout_.kind == IndexKind::single_chunk) return StoredAmount{1, bytes_of_single_chunk()};
    if (layout_.kind != IndexKind::implicit) return std::nullopt;
    std::uint64_t chunks = 1;
    for (std::size_t i = 0; i < form_.extent.size(); ++i) {
      const std::size_t chunk = form_.chunk_shape[i];
      chunks = product(chunks, form_.extent[i] / chunk + (form_.extent[i] % chunk > 0 ? 1 : 0));
    }
    const std::uint64_t bytes = product(chunks, chunk_bytes_);
    file_.require_inside(*layout_.address, bytes);
    return StoredAmount{chunks, bytes};
  }

  void visit(const ChunkVisitor& visit) {
    if (!layout_.address) return;
    IndexWalk walk(file_, form_, visit);
    switch (layout_.kind) {
      case IndexKind::single_chunk:
        return walk.visit(std::vector<std::uint64_t>(form_.extent.size()),
                          {*layout_.address, bytes_of_single_chunk()});
      case IndexKind::implicit:
        return visit_all(walk);
      case IndexKind::btree_v1:
        return walk_btree_v1(walk, *layout_.address);
      case IndexKind::btree_v2:
        return walk_btree_v2(walk, *layout_.address);
      case IndexKind::fixed_array:
        return walk_fixed_array(walk, *layout_.address);
      case IndexKind::extensible_array:
        return walk_extensible_array(walk, *layout_.address);
    }
  }

  [[nodiscard]] const std::vector<model::FileRange>& read_places() const noexcept {
    return file_.read_places();
  }

 private:
  [[nodiscard]] std::uint64_t bytes_of_single_chunk() const {
    return layout_.single_chunk_bytes.value_or(chunk_bytes_);
  }

  void visit_all(IndexWalk& walk) const {
    const model::ChunkGrid grid(form_.extent, form_.chunk_shape);
    const model::ChunkGrid places(form_.max_extent, form_.chunk_shape);
    const std::uint64_t chunks = find_amount()->chunks;
    for (std::uint64_t i = 0; i < chunks; ++i) {
      const std::uint64_t before = places.find_chunk_at(grid.offset(i)).value_or(i);
      walk.visit(grid.numbers(i),
                 {sum(*layout_.address, product(before, chunk_bytes_)), chunk_bytes_});
    }
  }

  const model::StoredForm& form_;
  std::uint64_t chunk_bytes_;
  IndexFile file_;
  ChunkLayout layout_;
};

}  // namespace

std::vector<model::FileRange> visit_stored_chunks(hid_t dataset, const model::StoredForm& form,
                                                  const ChunkVisitor& visit) {
  IndexedDataset indexed(dataset, form);
  indexed.visit(visit);
  return indexed.read_places();
}

StoredAmount count_stored_chunks(hid_t dataset, const model::StoredForm& form) {
  IndexedDataset indexed(dataset, form);
  if (const auto amount = indexed.find_amount()) return *amount;
  StoredAmount amount;
  indexed.visit([&](std::span<const std::size_t> /*offset*/, const model::FileRange& place) {
    ++amount.chunks;
    amount.bytes = sum(amount.bytes, place.bytes);
  });
  return amount;
}

}  // namespace ncf::hdf5
