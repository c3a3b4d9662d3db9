// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/vlen/global_heap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/memory/bytes.hpp"
#include "hdf5/library/calls.hpp"
#include "hdf5/recording/recording_driver.hpp"

namespace ncf::hdf5 {
namespace {

constexpr std::string_view heap_signature = "GCOL";
constexpr std::size_t min_collection_bytes = 4096;
/// Bytes before the length field in the headers of a collection and of an object.
constexpr std::size_t fixed_header_bytes = 8;

constexpr std::uint64_t align(std::uint64_t bytes) { return (bytes + 7) / 8 * 8; }

[[noreturn]] void throw_damaged(std::uint64_t address) {
  throw Error(ErrorCode::corrupt,
              fmt::format("the global heap, which holds values of variable length, is damaged at "
                          "address {}",
                          address));
}

}  // namespace

GlobalHeap::GlobalHeap(hid_t file) : recording_(recording_of(file)) {
  const Handle creation(call(H5Fget_create_plist, file), &H5Pclose);
  call(H5Pget_sizes, creation.id(), &address_bytes_, &length_bytes_);
  call(H5Pget_userblock, creation.id(), &user_block_bytes_);
  end_ =
      file_bytes(recording_) - std::min<std::uint64_t>(file_bytes(recording_), user_block_bytes_);
}

void GlobalHeap::check(std::span<const std::byte> reference, std::size_t element_bytes) {
  const std::uint64_t elements = base::little_endian_at(reference, 0, 4);
  const std::uint64_t address = base::little_endian_at(reference, 4, address_bytes_);
  const std::uint64_t index = base::little_endian_at(reference, 4 + address_bytes_, 4);
  if (address == 0) return;
  const Collection& objects = collection_at(address);
  if (index >= objects.size() || objects[index] != elements * element_bytes) throw_damaged(address);
}

const GlobalHeap::Collection& GlobalHeap::collection_at(std::uint64_t address) {
  constexpr std::size_t max_known = 64;
  const auto known = collections_.find(address);
  if (known != collections_.end()) return known->second;
  if (collections_.size() >= max_known) collections_.clear();
  return collections_.emplace(address, read_collection(address)).first->second;
}

GlobalHeap::Collection GlobalHeap::read_collection(std::uint64_t address) const {
  if (address > end_ || end_ - address < min_collection_bytes) throw_damaged(address);
  std::vector<std::byte> collection(min_collection_bytes);
  read_noted(recording_, user_block_bytes_ + address, collection);
  const std::uint64_t bytes = base::little_endian_at(collection, fixed_header_bytes, length_bytes_);
  const bool is_signed =
      std::memcmp(collection.data(), heap_signature.data(), heap_signature.size()) == 0;
  if (!is_signed || bytes < min_collection_bytes || bytes > end_ - address) throw_damaged(address);
  collection.resize(bytes);
  read_noted(recording_, user_block_bytes_ + address, collection);
  return objects_in(address, collection);
}

// A remainder too short for an object's header is free space, and so is the object with index 0,
// whose length includes its header.
GlobalHeap::Collection GlobalHeap::objects_in(std::uint64_t address,
                                              std::span<const std::byte> collection) const {
  const std::size_t header_bytes = align(fixed_header_bytes + length_bytes_);
  Collection objects(1);
  std::span<const std::byte> rest = collection.subspan(header_bytes);
  while (rest.size() >= header_bytes) {
    const std::uint64_t index = base::little_endian_at(rest, 0, 2);
    const std::uint64_t bytes = base::little_endian_at(rest, fixed_header_bytes, length_bytes_);
    if (bytes > rest.size()) throw_damaged(address);
    const std::uint64_t taken = index == 0 ? bytes : header_bytes + align(bytes);
    if (taken < header_bytes || taken > rest.size()) throw_damaged(address);
    if (index >= objects.size()) objects.resize(index + 1);
    if (index > 0) objects[index] = bytes;
    rest = rest.subspan(taken);
  }
  return objects;
}

}  // namespace ncf::hdf5
