// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Bytes in memory: reusable memory for them, the numbers in them, and a hash of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <span>
#include <string_view>
#include <vector>

namespace ncf::base {

/// Copies bytes to memory that has room for them and does not overlap them. Not std::ranges::copy,
/// which takes each byte by itself in GCC 12, as std::ranges::equal does.
inline void copy_bytes(std::span<const std::byte> from, std::byte* to) noexcept {
  if (!from.empty()) std::memcpy(to, from.data(), from.size());
}

/// Returns whether there are as many bytes on both sides, and the same.
[[nodiscard]] inline bool are_equal(std::span<const std::byte> a,
                                    std::span<const std::byte> b) noexcept {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

/// Memory that is written before it is read: it is not zeroed when it grows, and never shrinks, so
/// a loop over chunks soon stops allocating. One thread at a time.
class ByteBuffer {
 public:
  ByteBuffer() = default;
  ByteBuffer(ByteBuffer&& other) noexcept;
  ByteBuffer& operator=(ByteBuffer&& other) noexcept;
  ~ByteBuffer();

  /// Returns all of the memory. Invalid after `reserve`.
  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return {memory_, capacity_}; }

  /// Makes the memory `bytes` long or longer, keeping its contents.
  /// throws: std::bad_alloc; nothing has changed then.
  void reserve(std::size_t bytes);
  /// Does the same, and returns as many bytes of it.
  [[nodiscard]] std::span<std::byte> first(std::size_t bytes) {
    reserve(bytes);
    return {memory_, bytes};
  }

 private:
  std::byte* memory_ = nullptr;
  std::size_t capacity_ = 0;
};

/// Keeps memory for reuse, because the system zeroes new memory, which costs as much as copying it.
/// All spare buffers have the same size; when another size is requested, they are freed. So there
/// is never more memory than was in use at one time. Any thread.
class SpareBuffers {
 public:
  /// Returns memory of exactly `bytes`. throws: std::bad_alloc.
  [[nodiscard]] ByteBuffer take(std::size_t bytes);
  void give(ByteBuffer buffer) noexcept;

 private:
  std::mutex mutex_;
  std::size_t bytes_ = 0;           ///< under mutex_; of each spare buffer
  std::vector<ByteBuffer> spares_;  ///< under mutex_
};

/// Returns the unsigned number in these bytes, the least significant first. count: at most 8.
[[nodiscard]] constexpr std::uint64_t little_endian_at(std::span<const std::byte> bytes,
                                                       std::size_t offset, std::size_t count) {
  std::uint64_t number = 0;
  for (std::size_t i = count; i-- > 0;) {
    number = number << 8U | std::to_integer<std::uint64_t>(bytes[offset + i]);
  }
  return number;
}

/// A hash that finds accidental changes and is the same on every machine. It does not protect
/// against forgery.
/// source: the FNV-1a hash, 64 bits
class FnvHash {
 public:
  void add(std::span<const std::byte> bytes) noexcept {
    for (const std::byte byte : bytes) mix(static_cast<std::uint64_t>(byte));
  }
  /// Adds eight bytes at a time, as little-endian words. This gives a different hash, for contents
  /// of files.
  void add_words(std::span<const std::byte> bytes) noexcept {
    while (bytes.size() >= sizeof(std::uint64_t)) {
      mix(little_endian_at(bytes, 0, sizeof(std::uint64_t)));
      value_ ^= value_ >> 32U;  // multiplying never moves high bits to low ones
      bytes = bytes.subspan(sizeof(std::uint64_t));
    }
    add(bytes);
  }
  /// Adds a text with its end: the sequence "ab", "c" differs from "a", "bc".
  void add(std::string_view text) noexcept {
    add(std::as_bytes(std::span(text)));
    add(std::uint64_t{text.size()});
  }
  void add(std::uint64_t number) noexcept {
    for (int i = 0; i < 8; ++i, number >>= 8U) mix(number & 0xFFU);
  }

  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  void mix(std::uint64_t bits) noexcept { value_ = (value_ ^ bits) * 0x00000100000001B3U; }

  std::uint64_t value_ = 0xCBF29CE484222325U;
};

}  // namespace ncf::base
