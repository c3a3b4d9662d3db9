// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/recording/recording.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/errors/error_context.hpp"
#include "base/memory/bytes.hpp"

namespace ncf::hdf5 {
namespace {

// Without O_TRUNC: with it, ext4 would flush the file to disk when it is closed, even if there was
// nothing to truncate.
int flags_of_system(unsigned flags) {
  int flags_of_system = (flags & H5F_ACC_RDWR) != 0 ? O_RDWR : O_RDONLY;
  if ((flags & H5F_ACC_CREAT) != 0) flags_of_system |= O_CREAT;
  return flags_of_system;
}

bool is_on_disk(const char* path) {
  std::error_code failure;
  static_cast<void>(std::filesystem::canonical(path, failure));
  return !failure;
}

constexpr std::size_t address_bytes = 8;
constexpr std::size_t header_bytes = 8 + 2 * address_bytes;  // with the two siblings

bool is_index_of_chunks(std::span<const std::byte> node) {
  return node.size() > header_bytes && std::memcmp(node.data(), "TREE", 4) == 0 &&
         node[4] == std::byte{1};
}

}  // namespace

Recording::Recording(const char* path, unsigned flags)
    : H5FD_t{},
      file(path, flags_of_system(flags)),
      has_path(is_on_disk(path)),
      handle{file.id(), this},
      identity(base::identity_of(file.id())),
      is_output((flags & H5F_ACC_RDWR) != 0),
      end_of_file(file.size_bytes()) {
  if ((flags & H5F_ACC_TRUNC) == 0 || end_of_file == 0) return;
  if (::ftruncate(file.id(), 0) != 0) base::throw_system_error(errno);
  end_of_file = 0;
}

Recording::Recording(const char* path, Bytes elsewhere)
    : H5FD_t{},
      file(path == nullptr ? base::Descriptor(-1) : base::Descriptor(path, O_RDONLY)),
      has_path(path != nullptr && is_on_disk(path)),
      handle{file.id(), this},
      bytes(std::move(elsewhere)),
      end_of_file(bytes->size_bytes()) {
  if (path != nullptr) identity = base::identity_of(file.id());
}

std::uint64_t bytes_after_end(const Recording& recording) {
  return recording.end_of_file - std::min(recording.end_of_file, recording.end_of_addresses);
}

std::vector<model::FileRange> take_metadata_reads(Recording& recording) {
  recording.notes_metadata = false;
  return std::move(recording.metadata_reads);
}

void read_noted(const Recording& recording, std::uint64_t address, std::span<std::byte> bytes) {
  if (recording.bytes) return recording.bytes->read(address, bytes);
  recording.file.read_all_at(address, bytes);
}

void will_read(const Recording& recording, std::uint64_t address, std::uint64_t bytes) noexcept {
  if (recording.bytes) return recording.bytes->will_read(address, bytes);
  ::posix_fadvise(recording.file.id(), static_cast<off_t>(address), static_cast<off_t>(bytes),
                  POSIX_FADV_WILLNEED);
}

void will_reread(const Recording& recording, std::uint64_t address, std::uint64_t bytes) noexcept {
  if (recording.bytes) recording.bytes->will_reread(address, bytes);
}

std::uint64_t ahead_bytes(const Recording& recording) noexcept {
  return recording.bytes ? recording.bytes->ahead_bytes() : 0;
}

void write_noted(const Recording& recording, std::uint64_t address,
                 std::span<const std::span<const std::byte>> pieces) {
  recording.file.write_all_at(address, pieces);
}

void FailedWrite::require_none() const {
  if (error_ != 0) base::throw_system_error(error_);
}

// Allocates more than requested, so that it is soon enough for all chunks.
std::byte* UntouchedMemory::of(std::size_t bytes) {
  if (!memory_ || bytes > bytes_) {
    memory_.reset();
    bytes_ = bytes + bytes / 2 + 1;
    memory_ = std::make_unique_for_overwrite<std::byte[]>(bytes_);
  }
  return memory_.get();
}

Noting::Noting(Recording& recording, const void* memory) : recording_(recording) {
  recording_.transfer.reset();
  recording_.noted_memory = memory;
}

Noting::~Noting() { recording_.noted_memory = nullptr; }

const model::FileRange& Noting::transfer() const {
  if (!recording_.transfer) {
    throw Error(ErrorCode::internal, "libhdf5 does not say where a chunk is");
  }
  return *recording_.transfer;
}

// A node has room for 2K children with a key before each and one after the last.
std::vector<std::uint64_t> child_nodes(std::span<const std::byte> node) {
  constexpr std::size_t max_children = 64;
  std::vector<std::uint64_t> children;
  if (!is_index_of_chunks(node) || base::little_endian_at(node, 5, 1) == 0) return children;
  const std::size_t room = node.size() - header_bytes;
  if (room < max_children * address_bytes) return children;
  const std::size_t key_bytes = (room - max_children * address_bytes) / (max_children + 1);
  const std::uint64_t count =
      std::min<std::uint64_t>(base::little_endian_at(node, 6, 2), max_children);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t offset = header_bytes + key_bytes + i * (address_bytes + key_bytes);
    children.push_back(base::little_endian_at(node, offset, address_bytes));
  }
  return children;
}

std::vector<model::FileRange> join_nodes(std::vector<std::uint64_t> addresses,
                                         std::uint64_t node_bytes) {
  std::sort(addresses.begin(), addresses.end());
  std::vector<model::FileRange> ranges;
  for (const std::uint64_t address : addresses) {
    if (ranges.empty() || address - ranges.back().begin >= ranges.back().bytes + node_bytes) {
      ranges.push_back({address, 0});
    }
    ranges.back().bytes = address - ranges.back().begin + node_bytes;
  }
  return ranges;
}

}  // namespace ncf::hdf5
