// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Bytes in a file or in memory, which are read by range.
//
// Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

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
};

/// throws: Error(io).
std::unique_ptr<ByteSource> open_bytes(const std::filesystem::path& path);

/// bytes: must outlive the result.
std::unique_ptr<ByteSource> bytes_in_memory(std::span<const std::byte> bytes);

}  // namespace ncf::base
