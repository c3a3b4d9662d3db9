// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What this process may use of the machine.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ncf::base {

/// As many as the processors this process may run on. At least 1.
[[nodiscard]] std::size_t processor_count() noexcept;

/// Of the machine, or of the control group this process is in where that is less.
/// source: Linux, Documentation/admin-guide/cgroup-v2.rst
[[nodiscard]] std::uint64_t machine_memory_bytes();

}  // namespace ncf::base
