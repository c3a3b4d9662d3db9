// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// SHA-256 checksums of files and of Zarr stores, as sha256sum prints them.
//
// source: FIPS 180-4; GNU coreutils, sha256sum
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/files/byte_source.hpp"

namespace ncf::base {

/// Returns the 32 bytes of the checksum. throws: Error(io), Error(interrupted).
[[nodiscard]] std::string sha256_digest(const ByteSource& bytes);

/// Returns two lower-case digits for each byte: "c0ffee".
[[nodiscard]] std::string format_hexadecimal(std::string_view bytes);

/// Returns 64 hexadecimal digits. For a folder, this is the checksum of the output of sha256sum for
/// all files in it, sorted by their paths ("./v/0.0"). throws: Error(io), Error(interrupted).
[[nodiscard]] std::string sha256_of(const std::filesystem::path& path);

/// Formats a line for `sha256sum -c`. A name with a line break or a backslash is escaped.
[[nodiscard]] std::string format_sha256_line(std::string_view checksum, std::string_view name);

}  // namespace ncf::base
