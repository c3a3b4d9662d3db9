// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/memory/bytes.hpp"

#include <cstdlib>
#include <limits>
#include <new>
#include <utility>

namespace ncf::base {

ByteBuffer::ByteBuffer(ByteBuffer&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)),
      capacity_(std::exchange(other.capacity_, 0)) {}

ByteBuffer& ByteBuffer::operator=(ByteBuffer&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

ByteBuffer::~ByteBuffer() { std::free(memory_); }

void ByteBuffer::reserve(std::size_t bytes) {
  if (bytes <= capacity_) return;
  if (bytes > std::numeric_limits<std::ptrdiff_t>::max()) throw std::bad_alloc();
  void* grown = std::realloc(memory_, bytes);  // large blocks are moved page by page, not copied
  if (grown == nullptr) throw std::bad_alloc();
  memory_ = static_cast<std::byte*>(grown);
  capacity_ = bytes;
}

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
