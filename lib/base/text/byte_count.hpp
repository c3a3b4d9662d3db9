// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of bytes as people write them. Pure function, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ncf::base {

/// Parses a whole number, with K, M or G for a power of 1000, or KiB, MiB or GiB for one of 1024;
/// empty for other texts, and for numbers that are too large.
[[nodiscard]] std::optional<std::uint64_t> parse_byte_count(std::string_view text);

}  // namespace ncf::base
