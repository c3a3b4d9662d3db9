// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Memory for bytes that is written before it is read: it is not zeroed when it grows, and never
// shrinks, so a loop over chunks soon stops allocating. One thread at a time.
#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

namespace ncf::base {

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

}  // namespace ncf::base
