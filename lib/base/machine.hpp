// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The machine: its name, and what this process may use of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace ncf::base {

/// As many as the processors this process may run on. At least 1.
[[nodiscard]] std::size_t processor_count() noexcept;

/// As gethostname(2) returns it; empty if it is unknown.
[[nodiscard]] std::string host_name();

/// Of the machine, or of the control groups this process is in where that is less.
[[nodiscard]] std::uint64_t machine_memory_bytes();

/// The least that a control group of a process, or one above it, may have; empty if none has a
/// limit. groups: the text of /proc/PID/cgroup. root: where the groups are mounted.
/// source: cgroups(7); Linux, Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst
[[nodiscard]] std::optional<std::uint64_t> group_memory_bytes(std::string_view groups,
                                                              const std::filesystem::path& root);

}  // namespace ncf::base
