// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The times of files as numbers.
#pragma once

#include <cstdint>
#include <ctime>

namespace ncf::base {

inline std::int64_t nanoseconds_of(const timespec& time) noexcept {
  constexpr std::int64_t per_second = 1'000'000'000;
  return time.tv_sec * per_second + time.tv_nsec;
}

}  // namespace ncf::base
