// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/byte_source.hpp"

#include <fcntl.h>

#include <algorithm>

#include "base/descriptor.hpp"
#include "ncf/error.hpp"

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

 private:
  Descriptor file_;
  std::uint64_t size_bytes_;
};

class MemoryBytes final : public ByteSource {
 public:
  explicit MemoryBytes(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_.size(); }

  void read(std::uint64_t offset, std::span<std::byte> bytes) const override {
    if (offset > bytes_.size() || bytes.size() > bytes_.size() - offset) {
      throw Error(ErrorCode::io, "fewer bytes than were requested");
    }
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
  }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace

std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& path) {
  return std::make_unique<FileBytes>(path);
}

std::unique_ptr<ByteSource> bytes_in_memory(std::span<const std::byte> bytes) {
  return std::make_unique<MemoryBytes>(bytes);
}

}  // namespace ncf::base
