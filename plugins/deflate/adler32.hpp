// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace ncf::plugins::deflate {

/// Returns the checksum at the end of a zlib stream. source: RFC 1950, section 8.2
[[nodiscard]] std::uint32_t adler32(std::span<const std::uint8_t> bytes) noexcept;

}  // namespace ncf::plugins::deflate
