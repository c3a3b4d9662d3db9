// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/structure/chunk_layout.hpp"

#include <utility>
#include <vector>

#include "ncf/error.hpp"

namespace ncf::hdf5 {
namespace {

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
  ChunkLayout layout;
  switch (message.number(1)) {
    case 1:
      layout.kind = IndexKind::single_chunk;
      if ((flags & is_filtered_single_chunk) != 0) {
        layout.single_chunk_bytes = message.length();
        message.skip(4);  // the mask of its filters
      }
      break;
    case 2:
      layout.kind = IndexKind::implicit;
      break;
    case 3:
      layout.kind = IndexKind::fixed_array;
      message.skip(1);  // the array states how it was made, too
      break;
    case 4:
      layout.kind = IndexKind::extensible_array;
      message.skip(5);
      break;
    case 5:
      layout.kind = IndexKind::btree_v2;
      message.skip(6);
      break;
    default:
      throw_unknown();
  }
  layout.address = message.address();
  return layout;
}

}  // namespace

ChunkLayout read_chunk_layout(IndexFile& file, std::uint64_t header) {
  constexpr std::uint64_t chunked = 2;
  IndexBlock message = ObjectHeader(file, header).find_layout();
  const std::uint64_t version = message.number(1);
  if (version < 3) {
    message.skip(1);  // rank
    if (message.number(1) != chunked) throw_damaged_index("the dataset has no chunks");
    message.skip(5);
    return {IndexKind::btree_v1, message.address(), {}};
  }
  if (message.number(1) != chunked) throw_damaged_index("the dataset has no chunks");
  if (version == 3) {
    message.skip(1);
    return {IndexKind::btree_v1, message.address(), {}};
  }
  if (version > 5) throw_unknown();
  const std::uint64_t flags = message.number(1);
  const std::uint64_t rank = message.number(1);
  const std::uint64_t bytes_of_length = message.number(1);
  message.skip(rank * bytes_of_length);
  return read_index(message, flags);
}

}  // namespace ncf::hdf5
