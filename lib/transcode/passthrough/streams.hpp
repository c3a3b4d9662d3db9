// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds stored chunks that Zarr's codecs decode but HDF5's filters do not: bzip2 data in several
// streams, of which the filter decodes the first and takes zeros for the rest, and data of
// Zstandard in several frames or without the content size.
//
// source: netcdf-c plugins/H5Zbzip2.c, H5Zzstd.c; numcodecs bz2.py, zstd.pyx
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "model/dataset/source.hpp"
#include "ncf/format.hpp"

namespace ncf::transcode {

/// Returns the content size that a frame of Zstandard states; empty if it states none, needs a
/// dictionary or is no such frame. data: its beginning. source: RFC 8878, section 3.1.1
[[nodiscard]] std::optional<std::uint64_t> find_content_size(std::span<const std::byte> data);

/// Returns why readers of another format might be unable to decode some stored chunk of a variable;
/// empty if they certainly can. These readers are HDF5's filters, which libnetcdf also uses for
/// NCZarr. Reads the headers of frames, unless the input is on a server. I/O thread. throws: Error.
[[nodiscard]] std::optional<std::string> why_not_decoded_in(Format format, model::Source& input,
                                                            model::VariableId id);

}  // namespace ncf::transcode
