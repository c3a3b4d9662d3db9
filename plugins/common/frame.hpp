// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stored bytes that are a frame: sizes, most significant byte first, between pieces of data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/kernel.hpp"

namespace ncf::plugins {

/// Takes a frame apart from its front. Whatever a size in it claims, what is not there is not read.
class FrameReader {
 public:
  /// `name` is that of the kernel, for messages.
  FrameReader(ConstBytes frame, const char* name) : rest_(frame), name_(name) {}

  /// throws: KernelError if fewer are left.
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

/// Puts a frame together into memory of the caller's.
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

  /// What is left, for a piece after a size of 32 bits that is known only when the piece is
  /// written; `put_piece` then takes both.
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
