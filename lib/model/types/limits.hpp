// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Limits for texts and for files, which may be damaged: on the size of values, and on the paths of
// objects.
#pragma once

#include <cstddef>
#include <span>

namespace ncf::model {

/// The largest size of one value of any type.
inline constexpr std::size_t max_type_bytes = std::size_t{1} << 30U;

/// The longest path of an object in an HDF5 file. Paths are kept and shown whole, and groups can be
/// nested without end.
inline constexpr std::size_t max_path_bytes = 4096;

/// Returns whether a file can contain a block of these lengths: whether its bytes can be counted,
/// even if another length is 0.
[[nodiscard]] bool fits_any_file(std::span<const std::size_t> lengths,
                                 std::size_t value_bytes) noexcept;

}  // namespace ncf::model
