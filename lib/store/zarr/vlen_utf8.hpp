// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The format of codec vlen-utf8 for strings: their number, then each with its length in bytes; all
// lengths are 4 little-endian bytes. Pure functions, any thread.
// source: numcodecs, vlen-utf8
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "model/values.hpp"

namespace ncf::store::zarr {

/// The codec's name in both versions of Zarr.
inline constexpr std::string_view vlen_utf8_name = "vlen-utf8";

/// throws: Error(corrupt) if there are not `count` strings.
model::Values parse_vlen_utf8(std::span<const std::byte> bytes, std::size_t count);

std::vector<std::byte> format_vlen_utf8(const model::Values& strings);

}  // namespace ncf::store::zarr
