// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of bytes as people write them: 4096, 500K, 1.5G, 64KiB. A pure function, any thread.
//
//   options.max_memory_bytes = ncf::parse_byte_count("1.5G");
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ncf/export.hpp"

namespace ncf {

/// Parses a number, which may have decimals. K, M, G, T or P after it, in either case, stand for
/// powers of 1000; KiB, MiB, GiB, TiB or PiB for powers of 1024. Parts of a byte are left out.
/// Empty for other texts, negative numbers, and those above 9e18.
[[nodiscard]] NCF_API std::optional<std::uint64_t> parse_byte_count(std::string_view text);

}  // namespace ncf
