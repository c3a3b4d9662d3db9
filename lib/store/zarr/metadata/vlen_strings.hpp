// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The format of codecs vlen-utf8 and vlen-bytes: the number of strings, then each with its length
// in bytes; all lengths are 4 little-endian bytes. Pure functions, any thread. source: numcodecs,
// vlen-utf8 and vlen-bytes
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "model/values/values.hpp"
#include "store/zarr/metadata/element.hpp"

namespace ncf::store::zarr {

/// Returns the codec for elements of any length, in both versions of Zarr; empty for other
/// elements.
constexpr std::string_view vlen_codec(Element::Kind kind) noexcept {
  if (kind == Element::Kind::string) return "vlen-utf8";
  return kind == Element::Kind::byte_string ? "vlen-bytes" : "";
}

/// throws: Error(corrupt) if there are not `count` strings.
model::Values parse_vlen_strings(std::span<const std::byte> bytes, std::size_t count);

std::vector<std::byte> format_vlen_strings(const model::Values& strings);

}  // namespace ncf::store::zarr
