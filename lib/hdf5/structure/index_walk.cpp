// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/structure/index_walk.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <utility>

#include "base/memory/bytes.hpp"
#include "base/threads/stop.hpp"
#include "hdf5/library/calls.hpp"
#include "hdf5/recording/recording.hpp"

namespace ncf::hdf5 {
namespace {

constexpr std::uint64_t too_many = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t checksum_bytes = 4;
constexpr std::size_t mask_bytes = 4;

// A fuzzer cannot compute checksums.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
constexpr bool accepts_any_checksum = true;
#else
constexpr bool accepts_any_checksum = false;
#endif

constexpr std::size_t word_bytes = 4;
constexpr std::size_t block_bytes = 3 * word_bytes;

struct State {
  std::uint32_t a;
  std::uint32_t b;
  std::uint32_t c;

  void add(std::span<const std::byte> block) noexcept {
    const auto word = [&](std::size_t number) {
      return static_cast<std::uint32_t>(
          base::little_endian_at(block, number * word_bytes, word_bytes));
    };
    a += word(0);
    b += word(1);
    c += word(2);
  }

  void mix() noexcept {
    const auto step = [](std::uint32_t& x, std::uint32_t& y, std::uint32_t& z, int bits) {
      x -= z;
      x ^= std::rotl(z, bits);
      z += y;
    };
    step(a, b, c, 4);
    step(b, c, a, 6);
    step(c, a, b, 8);
    step(a, b, c, 16);
    step(b, c, a, 19);
    step(c, a, b, 4);
  }

  void finish() noexcept {
    const auto step = [](std::uint32_t& x, std::uint32_t y, int bits) {
      x ^= y;
      x -= std::rotl(y, bits);
    };
    step(c, b, 14);
    step(a, c, 11);
    step(b, a, 25);
    step(c, b, 16);
    step(a, c, 4);
    step(b, a, 14);
    step(c, b, 24);
  }
};

}  // namespace

void throw_damaged_index(std::string_view reason) {
  throw Error(ErrorCode::corrupt, "its index of chunks is damaged: " + std::string(reason));
}

std::uint64_t sum(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t result = 0;
  return __builtin_add_overflow(a, b, &result) ? too_many : result;
}

std::uint64_t product(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? too_many : result;
}

std::uint64_t IndexBlock::number(std::size_t bytes) {
  if (bytes > left()) throw_damaged_index("a part of it is too short");
  const std::uint64_t number = base::little_endian_at(bytes_, at_, bytes);
  at_ += bytes;
  return number;
}

std::optional<std::uint64_t> IndexBlock::address() {
  const std::uint64_t undefined = too_many >> (64 - 8 * sizes_.address);
  const std::uint64_t address = number(sizes_.address);
  return address == undefined ? std::nullopt : std::optional(address);
}

void IndexBlock::skip(std::size_t bytes) {
  if (bytes > left()) throw_damaged_index("a part of it is too short");
  at_ += bytes;
}

void IndexBlock::require(std::string_view signature) {
  for (const char c : signature) {
    if (number(1) != static_cast<unsigned char>(c)) {
      throw_damaged_index("a part of it is something else");
    }
  }
}

IndexFile::IndexFile(hid_t dataset) : recording_(recording_of(dataset)) {
  const Handle file(call(H5Iget_file_id, dataset), &H5Fclose);
  const Handle properties(call(H5Fget_create_plist, file.id()), &H5Pclose);
  call(H5Pget_sizes, properties.id(), &sizes_.address, &sizes_.length);
  call(H5Pget_istore_k, properties.id(), &tree_rank_);
  call(H5Pget_userblock, properties.id(), &begin_);
  left_bytes_ = recording_.end_of_file;
}

std::vector<std::byte> IndexFile::read_bytes(std::uint64_t address, std::uint64_t bytes) {
  require_inside(address, bytes);
  if (bytes > left_bytes_) throw_damaged_index("it has more parts than the file");
  left_bytes_ -= bytes;
  std::vector<std::byte> read(bytes);
  read_noted(recording_, begin_ + address, read);
  read_places_.push_back({begin_ + address, bytes});
  return read;
}

IndexBlock IndexFile::read(std::uint64_t address, std::uint64_t bytes) {
  return {read_bytes(address, bytes), sizes_};
}

IndexBlock IndexFile::read_checked(std::uint64_t address, std::string_view signature,
                                   std::uint64_t bytes) {
  const std::uint64_t checked = sum(signature.size(), bytes);
  std::vector<std::byte> read = read_bytes(address, sum(checked, checksum_bytes));
  const std::uint64_t stored = base::little_endian_at(read, checked, checksum_bytes);
  read.resize(checked);
  if (stored != checksum(read) && !accepts_any_checksum) throw_damaged_index("a checksum is wrong");
  IndexBlock block(std::move(read), sizes_);
  block.require(signature);
  return block;
}

void IndexFile::announce(std::vector<std::uint64_t> nodes, std::uint64_t node_bytes) const {
  for (const model::FileRange& range : join_nodes(std::move(nodes), node_bytes)) {
    will_reread(recording_, sum(begin_, range.begin), range.bytes);
  }
}

void IndexFile::require_inside(std::uint64_t address, std::uint64_t bytes) const {
  if (sum(begin_, sum(address, bytes)) > recording_.end_of_file) {
    throw_damaged_index("a part of it is not in the file");
  }
}

std::uint32_t checksum(std::span<const std::byte> bytes) noexcept {
  constexpr std::uint32_t start = 0xDEADBEEF;
  const std::uint32_t begin = start + static_cast<std::uint32_t>(bytes.size());
  State state{begin, begin, begin};
  for (; bytes.size() > block_bytes; bytes = bytes.subspan(block_bytes)) {
    state.add(bytes.first(block_bytes));
    state.mix();
  }
  if (bytes.empty()) return state.c;
  std::byte last[block_bytes]{};
  std::ranges::copy(bytes, last);
  state.add(last);
  state.finish();
  return state.c;
}

std::uint64_t bytes_of_chunk(const model::StoredForm& form) noexcept {
  std::uint64_t bytes = form.element_bytes;
  for (const std::size_t length : form.chunk_shape) bytes = product(bytes, length);
  return bytes;
}

void IndexWalk::visit(std::span<const std::uint64_t> coordinates, model::FileRange place) {
  base::throw_if_stopped();
  for (std::size_t i = 0; i < offset_.size(); ++i) {
    if (__builtin_mul_overflow(coordinates[i], form.chunk_shape[i], &offset_[i])) {
      throw_damaged_index("it has a chunk where no dataset has one");
    }
  }
  place.begin = sum(file.begin(), place.begin);
  visit_(offset_, place);
}

ChunkEntry::ChunkEntry(Kind kind, std::uint64_t bytes, const IndexWalk& walk)
    : chunk_bytes_(walk.chunk_bytes) {
  constexpr std::uint64_t max_size_bytes = 8;
  const std::uint64_t least_bytes =
      walk.file.sizes().address + (kind == Kind::filtered ? mask_bytes : 0);
  const std::uint64_t size_bytes = bytes - std::min(bytes, least_bytes);
  const bool has_size = size_bytes > 0 && size_bytes <= max_size_bytes;
  if (bytes < least_bytes || has_size != (kind == Kind::filtered)) {
    throw_damaged_index("its entries have a wrong size");
  }
  size_bytes_ = size_bytes;
}

std::optional<model::FileRange> ChunkEntry::read(IndexBlock& block) const {
  const auto address = block.address();
  std::uint64_t bytes = chunk_bytes_;
  if (size_bytes_ > 0) {
    bytes = block.number(size_bytes_);
    block.skip(mask_bytes);
  }
  return address ? std::optional(model::FileRange{*address, bytes}) : std::nullopt;
}

}  // namespace ncf::hdf5
