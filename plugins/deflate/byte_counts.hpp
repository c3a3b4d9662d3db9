// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "deflate/format.hpp"

namespace ncf::plugins::deflate {

/// Sets `counts` to how often each byte occurs.
void count_bytes(std::span<const std::uint8_t> bytes,
                 std::span<std::uint32_t, literals> counts) noexcept;

}  // namespace ncf::plugins::deflate
