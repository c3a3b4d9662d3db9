// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What a file holds for zfp: the header of a zfp stream, 96 or 148 bits of it, after one word of
// versions. It says the chunk's shape as well, so it must never be given to the filter for
// another chunk; the filter would believe it.
//
// source: zfp 1.0 manual, "High-level C API", zfp_write_header; H5Z-ZFP 1.1
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ncf::filter {

/// The words a user gives for the compression that stored words describe; empty when they are no
/// stored words of zfp. A rate comes back as it was rounded, an accuracy as a power of two.
std::optional<std::vector<std::uint32_t>> zfp_user_words(std::span<const std::uint32_t> words);

/// What stored words say beside the compression: who wrote them, for which chunks.
struct ZfpHeader {
  std::string filter_version;        ///< of H5Z-ZFP, "1.1.0"
  std::string library_version;       ///< of zfp, "1.0.0"
  unsigned codec_version = 0;        ///< of the stream's format
  std::string_view type;             ///< "int", "int64", "float" or "double"
  std::vector<std::uint64_t> shape;  ///< of a chunk without lengths of 1, slowest dimension first
};

/// The header in stored words; empty when they are no stored words of zfp.
std::optional<ZfpHeader> read_zfp_header(std::span<const std::uint32_t> words);

/// The words a user gives for stored words that were made for chunks of this type and shape; empty
/// for any others.
/// type: netCDF's name.
std::optional<std::vector<std::uint32_t>> zfp_user_words_for(
    std::span<const std::uint32_t> words, std::string_view type,
    std::span<const std::size_t> chunk_shape);

/// The header for people: "written by H5Z-ZFP 1.1.0 with zfp 1.0.0 (codec 5) for chunks of 32 x 32
/// float".
std::string describe(const ZfpHeader& header);

}  // namespace ncf::filter
