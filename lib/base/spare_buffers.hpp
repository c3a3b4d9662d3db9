// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Memory for reuse: the system zeroes memory that it gives, which costs as much as copying it. All
// spare buffers have one size; when another is asked for, they are freed. So there is never more
// memory than was in use at one time. Any thread.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

#include "base/byte_buffer.hpp"

namespace ncf::base {

class SpareBuffers {
 public:
  /// Of exactly `bytes`. throws: std::bad_alloc.
  [[nodiscard]] ByteBuffer take(std::size_t bytes);
  void give(ByteBuffer buffer) noexcept;

 private:
  std::mutex mutex_;
  std::size_t bytes_ = 0;           ///< under mutex_; of each spare buffer
  std::vector<ByteBuffer> spares_;  ///< under mutex_
};

}  // namespace ncf::base
