// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Memory that ends at a protected page: an access to one byte past its end stops the test, with or
// without a sanitizer.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <span>

namespace ncf::test {

class GuardedMemory {
 public:
  explicit GuardedMemory(std::size_t bytes) : bytes_(bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t usable = (bytes + page - 1) / page * page;
    mapped_bytes_ = usable + page;
    void* mapped =
        mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    mapped_ = static_cast<std::byte*>(mapped);
    if (mprotect(mapped_ + usable, page, PROT_NONE) != 0) throw std::bad_alloc();
    begin_ = mapped_ + usable - bytes;
  }

  /// Copies `content`.
  explicit GuardedMemory(std::span<const std::byte> content) : GuardedMemory(content.size()) {
    if (!content.empty()) std::memcpy(begin_, content.data(), content.size());
  }

  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;
  ~GuardedMemory() { munmap(mapped_, mapped_bytes_); }

  [[nodiscard]] std::span<std::byte> bytes() const noexcept { return {begin_, bytes_}; }

 private:
  std::size_t bytes_;
  std::size_t mapped_bytes_ = 0;
  std::byte* mapped_ = nullptr;
  std::byte* begin_ = nullptr;
};

}  // namespace ncf::test
