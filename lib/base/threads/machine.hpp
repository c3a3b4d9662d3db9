// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The machine: its name, and the resources and the environment of this process. Any thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/library/module_api.hpp"

namespace ncf::base {

/// Returns the number of processors that this process may use, at least 1.
[[nodiscard]] std::size_t processor_count() noexcept;

/// Returns the number of threads that a request states, or one per processor. Each thread takes
/// some memory, even without work. throws: Error(usage) unless it is from 1 to 1024.
[[nodiscard]] std::size_t thread_count(std::optional<std::size_t> stated);

/// Returns the name that gethostname(2) gives; empty if it is unknown.
[[nodiscard]] std::string host_name();

/// Returns the value of an environment variable; empty if it is not set.
[[nodiscard]] inline std::string environment_variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Returns the memory of the machine, or the limit of this process's control groups if it is less.
[[nodiscard]] std::uint64_t machine_memory_bytes();

/// Returns the smallest memory limit of the control groups of a process and those above them; empty
/// if none has a limit. groups: the text of /proc/PID/cgroup. root: where the groups are mounted.
/// source: cgroups(7); Linux, Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst
[[nodiscard]] std::optional<std::uint64_t> group_memory_bytes(std::string_view groups,
                                                              const std::filesystem::path& root);

/// Processor time used so far.
struct CpuTimes {
  std::chrono::duration<double> of_process{};  ///< all threads
  std::chrono::duration<double> of_thread{};   ///< the calling one
};

[[nodiscard]] CpuTimes cpu_times() noexcept;

/// The minimum that should be free before a call of a C library that crashes when memory runs out.
constexpr std::size_t library_headroom_bytes = std::size_t{4} << 20U;

/// Detects a lack of memory here, where it is an exception, rather than inside a C library: if
/// memory is limited, requests `bytes` from the system and returns them at once.
/// throws: std::bad_alloc.
NCF_MODULE_API void require_memory(std::size_t bytes = library_headroom_bytes);

}  // namespace ncf::base
