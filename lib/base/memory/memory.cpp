// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/memory/memory.hpp"

#include <sys/mman.h>
#include <sys/resource.h>

#include <fstream>
#include <new>

namespace ncf::base {
namespace {

bool is_limited(decltype(RLIMIT_AS) resource) {
  rlimit limit{};
  return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/// Returns whether the system refuses memory that it may not be able to provide.
/// source: Linux, Documentation/mm/overcommit-accounting.rst
bool never_overcommits() {
  int mode = 0;
  return std::ifstream("/proc/sys/vm/overcommit_memory") >> mode && mode == 2;
}

bool may_be_refused() {
  static const bool may = is_limited(RLIMIT_AS) || is_limited(RLIMIT_DATA) || never_overcommits();
  return may;
}

}  // namespace

// Uses mmap, because malloc might return memory that it already holds, which proves nothing.
void require_memory(std::size_t bytes) {
  if (!may_be_refused()) return;
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  ::munmap(memory, bytes);
}

}  // namespace ncf::base
