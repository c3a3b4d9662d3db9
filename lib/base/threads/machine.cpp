// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/machine.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <iterator>
#include <new>
#include <thread>

#include "ncf/error.hpp"

namespace ncf::base {
namespace {

namespace fs = std::filesystem;

using Limit = std::optional<std::uint64_t>;

Limit lesser(Limit a, Limit b) { return a && b ? std::min(*a, *b) : a ? a : b; }

/// Reads a limit. If there is none, version 2 has "max", which is not a number, and version 1 a
/// huge number.
Limit read_limit(const fs::path& file) {
  std::uint64_t bytes = 0;
  if (!(std::ifstream(file) >> bytes) || bytes == 0) return std::nullopt;
  return bytes;
}

/// Returns the smallest limit of the group at `path`, relative to the root of all groups, and those
/// above it. Inside a container the path may be the host's: then its own group is the root.
Limit least_limit(const fs::path& root, fs::path path, const char* file) {
  Limit least = read_limit(root / file);
  for (path = path.relative_path(); !path.empty(); path = path.parent_path()) {
    least = lesser(least, read_limit(root / path / file));
  }
  return least;
}

bool names_memory(std::string_view controllers) {
  return fmt::format(",{},", controllers).find(",memory,") != std::string::npos;
}

std::chrono::duration<double> read(clockid_t clock) noexcept {
  timespec time{};
  ::clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

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

std::size_t processor_count() noexcept {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    return std::max<std::size_t>(1, static_cast<std::size_t>(CPU_COUNT(&allowed)));
  }
  return std::max(1U, std::thread::hardware_concurrency());
}

std::size_t thread_count(std::optional<std::size_t> stated) {
  constexpr std::size_t most = 1024;
  if (!stated) return std::min(processor_count(), most);
  if (*stated >= 1 && *stated <= most) return *stated;
  throw Error(ErrorCode::usage, fmt::format("threads must be from 1 to {}, not {}", most, *stated));
}

std::string host_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  (void)::gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::uint64_t machine_memory_bytes() {
  const auto pages = static_cast<std::uint64_t>(std::max(1L, sysconf(_SC_PHYS_PAGES)));
  const auto page_bytes = static_cast<std::uint64_t>(std::max(1L, sysconf(_SC_PAGESIZE)));
  std::ifstream file("/proc/self/cgroup");
  const std::string groups{std::istreambuf_iterator<char>(file), {}};
  const Limit limit = group_memory_bytes(groups, "/sys/fs/cgroup");
  return std::min(pages * page_bytes, limit.value_or(pages * page_bytes));
}

// Each line consists of the number of a hierarchy, its controllers, and the process's group in it.
std::optional<std::uint64_t> group_memory_bytes(std::string_view groups, const fs::path& root) {
  Limit least;
  while (!groups.empty()) {
    const std::string_view line = groups.substr(0, groups.find('\n'));
    groups.remove_prefix(std::min(line.size() + 1, groups.size()));
    const std::size_t first = std::min(line.find(':'), line.size());
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const fs::path path = line.substr(second + 1);
    if (controllers.empty()) {
      least = lesser(least, least_limit(root, path, "memory.max"));
    } else if (names_memory(controllers)) {
      least = lesser(least, least_limit(root / "memory", path, "memory.limit_in_bytes"));
    }
  }
  return least;
}

CpuTimes cpu_times() noexcept {
  return {read(CLOCK_PROCESS_CPUTIME_ID), read(CLOCK_THREAD_CPUTIME_ID)};
}

// Uses mmap, because malloc might return memory that it already holds, which proves nothing.
void require_memory(std::size_t bytes) {
  if (!may_be_refused()) return;
  void* const memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  ::munmap(memory, bytes);
}

}  // namespace ncf::base
