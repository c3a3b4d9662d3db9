// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Bytes in a file, in memory or on a server (lib/network), which are read by range.
//
// Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace ncf::base {

class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  [[nodiscard]] virtual std::uint64_t size_bytes() const = 0;

  /// Fills `bytes` from `offset` on. throws: Error(io), also if the source is too short;
  /// Error(interrupted).
  virtual void read(std::uint64_t offset, std::span<std::byte> bytes) const = 0;

  /// Announces that a range will be read soon. Takes no time if `ahead_bytes` is not 0.
  virtual void will_read(std::uint64_t /*offset*/, std::uint64_t /*bytes*/) const noexcept {}
  /// Announces that a range will be read soon, and more than once.
  virtual void will_reread(std::uint64_t offset, std::uint64_t bytes) const noexcept {
    will_read(offset, bytes);
  }

  /// Returns how many bytes should be announced before they are read, because each answer takes
  /// long; 0 for a file, where announcing helps but is not necessary.
  [[nodiscard]] virtual std::uint64_t ahead_bytes() const noexcept { return 0; }
};

/// Opens a file. throws: Error(io).
std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& path);

/// Makes a source of bytes in memory, which must outlive the result.
std::unique_ptr<ByteSource> bytes_in_memory(std::span<const std::byte> bytes);
std::unique_ptr<ByteSource> bytes_in_memory(std::vector<std::byte>&& bytes);

}  // namespace ncf::base
