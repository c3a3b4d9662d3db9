// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a file holds for zfp: the header of a zfp stream, 96 or 148 bits of it, behind one word of
// versions. It says the chunk's shape as well, so it must never be given to the filter for
// another chunk; the filter would believe it.
//
// source: zfp 1.0 manual, "High-level C API", zfp_write_header; H5Z-ZFP 1.1
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ncf::filter {

/// The words a user gives for the compression that stored words describe; empty when they are no
/// stored words of zfp. A rate comes back as it was rounded, an accuracy as a power of two.
std::optional<std::vector<std::uint32_t>> zfp_user_words(std::span<const std::uint32_t> words);

}  // namespace ncf::filter
