// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <libdeflate.h>
#include <cstdint>
#include <span>
namespace ncf::plugins::deflate {
inline std::uint32_t adler32(std::span<const std::uint8_t> b) noexcept { return libdeflate_adler32(1, b.data(), b.size()); }
}
