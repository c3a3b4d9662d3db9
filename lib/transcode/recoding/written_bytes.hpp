// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares bytes that were read back with those that were written. Pure functions, any thread.
#pragma once

#include <cstddef>
#include <span>

namespace ncf::transcode {

inline constexpr const char* not_as_written =
    "does not read back as it was written; the disk, the memory or a filter is faulty";

/// Returns whether all elements equal `value`.
[[nodiscard]] bool is_filled_with(std::span<const std::byte> value,
                                  std::span<const std::byte> elements);

/// Compares bytes. throws: Error(corrupt) if they differ.
void require_equal(std::span<const std::byte> written, std::span<const std::byte> read);

}  // namespace ncf::transcode
