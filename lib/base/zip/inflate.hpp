// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Inflates deflated values of zip files, with zlib. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/byte_source.hpp"

namespace ncf::base {

/// A range of bytes.
struct ByteRange {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};

/// The most bytes to which so many deflated bytes can expand.
std::uint64_t max_inflated_bytes(std::uint64_t deflated_bytes) noexcept;

/// Fills `inflated` from a stream without header or trailer, which must end there.
/// throws: Error(corrupt) if it does not; Error(io, interrupted).
void inflate(const ByteSource& source, ByteRange deflated, std::span<std::byte> inflated);

}  // namespace ncf::base
