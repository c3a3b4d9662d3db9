// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/machine.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>

namespace ncf::base {

std::size_t processor_count() noexcept {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(CPU_COUNT(&allowed)));
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

std::uint64_t machine_memory_bytes() {
  const auto pages = static_cast<std::uint64_t>(std::max(1L, sysconf(_SC_PHYS_PAGES)));
  const auto page_bytes = static_cast<std::uint64_t>(std::max(1L, sysconf(_SC_PAGESIZE)));
  std::uint64_t bytes = pages * page_bytes;
  std::uint64_t group_bytes = 0;  // "max", where there is no limit, is no number
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> group_bytes && group_bytes > 0) {
    bytes = std::min(bytes, group_bytes);
  }
  return bytes;
}

}  // namespace ncf::base
