// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/files/byte_source.hpp"

#include <fcntl.h>

#include <algorithm>
#include <utility>

#include "base/files/descriptor.hpp"

namespace ncf::base {
namespace {

class FileBytes final : public ByteSource {
 public:
  explicit FileBytes(const std::filesystem::path& path)
      : file_(path, O_RDONLY), size_bytes_(file_.size_bytes()) {}

  [[nodiscard]] std::uint64_t size_bytes() const override { return size_bytes_; }

  void read(std::uint64_t offset, std::span<std::byte> bytes) const override {
    file_.read_all_at(offset, bytes);
  }

  void will_read(std::uint64_t offset, std::uint64_t bytes) const noexcept override {
    ::posix_fadvise(file_.id(), static_cast<off_t>(offset), static_cast<off_t>(bytes),
                    POSIX_FADV_WILLNEED);
  }

 private:
  Descriptor file_;
  std::uint64_t size_bytes_;
};

class MemoryBytes final : public ByteSource {
 public:
  explicit MemoryBytes(std::span<const std::byte> bytes) : bytes_(bytes) {}
  explicit MemoryBytes(std::vector<std::byte>&& bytes) : owned_(std::move(bytes)), bytes_(owned_) {}

  [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_.size(); }

  void read(std::uint64_t offset, std::span<std::byte> bytes) const override {
    if (offset > bytes_.size() || bytes.size() > bytes_.size() - offset) {
      throw_cut();
    }
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
  }

 private:
  std::vector<std::byte> owned_;  ///< empty if another object owns them
  std::span<const std::byte> bytes_;
};

}  // namespace

std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& path) {
  return std::make_unique<FileBytes>(path);
}

std::unique_ptr<ByteSource> bytes_in_memory(std::span<const std::byte> bytes) {
  return std::make_unique<MemoryBytes>(bytes);
}

std::unique_ptr<ByteSource> bytes_in_memory(std::vector<std::byte>&& bytes) {
  return std::make_unique<MemoryBytes>(std::move(bytes));
}

}  // namespace ncf::base
