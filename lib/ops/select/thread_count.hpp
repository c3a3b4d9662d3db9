// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The threads that a request gets.
#pragma once

#include <cstddef>
#include <optional>

namespace ncf::ops {

/// Each thread takes some memory, even without work.
inline constexpr std::size_t max_threads = 1024;

/// Returns the number that a request states, or one thread per processor. throws: Error(usage)
/// unless it is from 1 to `max_threads`.
[[nodiscard]] std::size_t thread_count(std::optional<std::size_t> stated);

}  // namespace ncf::ops
