// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "hdf5/recording/recording.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/errors/error_context.hpp"
#include "hdf5/recording/recording_state.hpp"

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

std::uint64_t file_bytes(const Recording& recording) { return recording.end_of_file; }

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

std::shared_ptr<const FailedWrite> failed_write_of(const Recording& recording) {
  return recording.failed_write;
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

}  // namespace ncf::hdf5
