// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The working cd_values of zfp, which a file stores: one of versions, then 96 or 148 bits of a zfp
// stream's header, with the bytes of each in the other order if a big-endian machine wrote it.
// The header includes the chunk's shape, so it must never be given to the filter for another chunk:
// H5Z-ZFP does not check it, and our plugin refuses it.
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

/// Returns the visible cd_values for the compression that working cd_values describe; empty if
/// these are not zfp's. Rates come back as rounded, accuracies as powers of two.
std::optional<std::vector<std::uint32_t>> zfp_visible_cd_values(
    std::span<const std::uint32_t> working);

/// The contents of working cd_values in addition to the compression: the writer and the chunks.
struct ZfpHeader {
  std::string filter_version;        ///< of H5Z-ZFP, "1.1.0"
  std::string library_version;       ///< of zfp, "1.0.0"
  unsigned codec_version = 0;        ///< of the stream's format
  std::string_view type;             ///< "int", "int64", "float" or "double"
  std::vector<std::uint64_t> shape;  ///< of a chunk without lengths of 1, slowest dimension first
};

/// Returns the header in working cd_values; empty if they are not zfp's.
std::optional<ZfpHeader> read_zfp_header(std::span<const std::uint32_t> working);

/// Returns the visible cd_values for working cd_values that were made for chunks of this type and
/// shape; empty otherwise. type: netCDF's name.
std::optional<std::vector<std::uint32_t>> zfp_visible_cd_values_for(
    std::span<const std::uint32_t> cd_values, std::string_view type,
    std::span<const std::size_t> chunk_shape);

/// Describes the header: "written by H5Z-ZFP 1.1.0 with zfp 1.0.0 (codec 5) for chunks of 32 x 32
/// float".
std::string describe(const ZfpHeader& header);

}  // namespace ncf::filter
