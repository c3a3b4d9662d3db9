// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes stored bytes that are a frame: pieces of data preceded by their sizes, most
// significant byte first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/kernel.hpp"

namespace ncf::plugins {

/// Reads a frame from its beginning. Never reads beyond its end, whatever a size in it claims.
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

  std::uint32_t take_32() { return static_cast<std::uint32_t>(take_number(4)); }
  std::uint64_t take_64() { return take_number(8); }

 private:
  std::uint64_t take_number(std::size_t bytes) {
    std::uint64_t number = 0;
    for (const std::byte byte : take(bytes)) {
      number = (number << 8) | std::to_integer<std::uint64_t>(byte);
    }
    return number;
  }

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

  void put_32(std::uint32_t number) { put_number(number, take(4)); }
  void put_64(std::uint64_t number) { put_number(number, take(8)); }

  /// Returns the remaining memory after a size of 32 bits, for a piece whose size is known only
  /// after it is written; `put_piece` then completes both.
  [[nodiscard]] Bytes piece_memory() const { return rest_.size() < 4 ? Bytes() : rest_.subspan(4); }
  void put_piece(std::size_t bytes) {
    put_32(static_cast<std::uint32_t>(bytes));
    take(bytes);
  }

  [[nodiscard]] std::size_t written() const { return capacity_ - rest_.size(); }

 private:
  static void put_number(std::uint64_t number, Bytes to) {
    for (std::size_t i = to.size(); i > 0; --i) {
      to[i - 1] = static_cast<std::byte>(number);
      number >>= 8;
    }
  }

  Bytes rest_;
  std::size_t capacity_;
};

}  // namespace ncf::plugins
