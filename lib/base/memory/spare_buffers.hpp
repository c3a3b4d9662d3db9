// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Keeps memory for reuse, because the system zeroes new memory, which costs as much as copying it.
// All spare buffers have the same size; when another size is requested, they are freed. So there is
// never more memory than was in use at one time. Any thread.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "base/memory/byte_buffer.hpp"

namespace ncf::base {

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
