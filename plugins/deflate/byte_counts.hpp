// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "deflate/format.hpp"

namespace ncf::plugins::deflate {

/// Sets `counts` to how often each byte occurs.
void count_bytes(const std::uint8_t* bytes, std::size_t size,
                 std::span<std::uint32_t, literals> counts) noexcept;

}  // namespace ncf::plugins::deflate
