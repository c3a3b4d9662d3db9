// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What several kernels do with bytes: read and write numbers and frames, copy, and keep memory.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "common/kernel.hpp"

namespace ncf::plugins {

/// Returns the number in up to 8 bytes.
inline std::uint64_t read_number(ConstBytes bytes, std::endian order) noexcept {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t place = order == std::endian::big ? i : bytes.size() - 1 - i;
    number = number << 8 | std::to_integer<std::uint64_t>(bytes[place]);
  }
  return number;
}

inline void write_number(std::uint64_t number, Bytes bytes, std::endian order) noexcept {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t place = order == std::endian::big ? bytes.size() - 1 - i : i;
    bytes[place] = static_cast<std::byte>(number >> (8 * i));
  }
}

/// Copies to the front of memory that is at least as long. Either may be empty.
inline void copy(ConstBytes from, Bytes to) noexcept {
  if (!from.empty()) std::memcpy(to.data(), from.data(), from.size());
}

/// Memory that a workspace keeps, with unspecified contents.
class KeptMemory {
 public:
  Bytes get(std::size_t bytes) {
    if (memory_.size() < bytes) memory_.resize(bytes);
    return Bytes(memory_).first(bytes);
  }

 private:
  std::vector<std::byte> memory_;
};

/// Reads a frame from its beginning: pieces of data preceded by their sizes, most significant byte
/// first. Never reads beyond its end, whatever a size in it claims.
class FrameReader {
 public:
  /// name: of the kernel, for messages.
  FrameReader(ConstBytes frame, const char* name) : rest_(frame), name_(name) {}

  /// Takes the next `bytes`. throws: KernelError if fewer are left.
  ConstBytes take(std::size_t bytes) {
    if (bytes > rest_.size()) throw KernelError(name_ + " data cut short");
    const ConstBytes taken = rest_.first(bytes);
    rest_ = rest_.subspan(bytes);
    return taken;
  }

  std::uint32_t take_32() {
    return static_cast<std::uint32_t>(read_number(take(4), std::endian::big));
  }
  std::uint64_t take_64() { return read_number(take(8), std::endian::big); }

 private:
  ConstBytes rest_;
  std::string name_;
};

/// Writes a frame to the caller's memory.
class FrameWriter {
 public:
  explicit FrameWriter(Bytes memory) : rest_(memory), capacity_(memory.size()) {}

  /// Returns the next `bytes`, to be written to.
  /// throws: KernelError if fewer are left.
  Bytes take(std::size_t bytes) {
    if (bytes > rest_.size()) throw KernelError("too little memory to encode into");
    const Bytes taken = rest_.first(bytes);
    rest_ = rest_.subspan(bytes);
    return taken;
  }

  void put_32(std::uint32_t number) { write_number(number, take(4), std::endian::big); }
  void put_64(std::uint64_t number) { write_number(number, take(8), std::endian::big); }

  /// Returns the remaining memory after a size of 32 bits, for a piece whose size is known only
  /// after it is written; `put_piece` then completes both.
  [[nodiscard]] Bytes piece_memory() const { return rest_.size() < 4 ? Bytes() : rest_.subspan(4); }
  void put_piece(std::size_t bytes) {
    put_32(static_cast<std::uint32_t>(bytes));
    take(bytes);
  }

  [[nodiscard]] std::size_t written() const { return capacity_ - rest_.size(); }

 private:
  Bytes rest_;
  std::size_t capacity_;
};

}  // namespace ncf::plugins
