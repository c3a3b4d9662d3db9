// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/memory/spare_buffers.hpp"

#include <new>
#include <utility>

namespace ncf::base {

ByteBuffer SpareBuffers::take(std::size_t bytes) {
  {
    const std::lock_guard lock(mutex_);
    if (bytes != std::exchange(bytes_, bytes)) spares_.clear();
    if (!spares_.empty()) {
      ByteBuffer buffer = std::move(spares_.back());
      spares_.pop_back();
      return buffer;
    }
  }
  ByteBuffer made;
  made.reserve(bytes);
  return made;
}

void SpareBuffers::give(ByteBuffer buffer) noexcept {
  const std::lock_guard lock(mutex_);
  if (buffer.bytes().size() != bytes_ || bytes_ == 0) return;
  try {
    spares_.push_back(std::move(buffer));
  } catch (const std::bad_alloc&) {
    return;  // it is freed
  }
}

}  // namespace ncf::base
