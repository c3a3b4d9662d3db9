// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Recognizes what people have instead of a netCDF file: what servers send instead of it, what
// contains it, and files of neighbouring formats. A pure function.
//
// source: WMO Manual on Codes, FM 92 and FM 94 (GRIB, BUFR); RFC 1952 (gzip); RFC 8878 (Zstandard);
// the formats' own documents for the others; Git LFS specification, "The Pointer"
#pragma once

#include <cstdint>
#include <string_view>

#include "location/contents.hpp"

namespace ncf::location {

/// Returns what a file without a known signature is, and perhaps what to do: "it is GRIB; ...".
/// Empty if that is not known. Reads the first 48 bytes.
[[nodiscard]] std::string_view describe_other_format(std::uint64_t size_bytes,
                                                     const ReadSignature& read);

}  // namespace ncf::location
