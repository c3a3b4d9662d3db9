// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Recognizes the kind of a dataset by the first bytes of a file or the names in a folder. This room
// reads nothing: callers pass in what they read at the requested offsets. Pure functions.
//
// source: netcdf-c docs/internal.md, "Content Inference"; HDF5 file format, superblock
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace ncf::location {

enum class Signature { classic, offset64, cdf5, hdf5, hdf4, zarr2, zarr3 };

/// The contents of a file or folder, as far as they show the kind of a dataset.
struct Contents {
  enum class Kind {
    unknown,  ///< not examined, or the file does not exist
    file,
    folder,
    zip,   ///< a zip file; the names in it are its signature
    json,  ///< begins as a JSON object; the keys that it refers to are its signature
  };
  Kind kind = Kind::unknown;
  std::optional<Signature> signature = {};  ///< empty if it has none that is known
  std::string otherwise = {};               ///< "it is HTML, ...": what it is without one, if known
};

/// Returns why contents are not those of a dataset: "not a netCDF file: it is HTML, ...". For
/// contents that were examined.
[[nodiscard]] std::string why_no_dataset(const Contents& contents);

/// Returns whether contents are those of a file of another format than any of a dataset.
[[nodiscard]] inline bool is_other_file(const Contents& contents) {
  return contents.kind == Contents::Kind::file && !contents.signature;
}

using SignatureBytes = std::array<std::byte, 8>;

/// Returns the bytes at an offset, with zeros beyond the end of the file.
using ReadSignature = std::function<SignatureBytes(std::uint64_t offset)>;

/// Looks for a signature at the start of a file, and for HDF5's also after a user block: at 512,
/// 1024, 2048, ... A file of 8 bytes or less has none, as for libnetcdf. The first bytes show that
/// a file is a zip file or JSON, but not what it contains.
[[nodiscard]] Contents file_contents(std::uint64_t size_bytes, const ReadSignature& read);

/// Recognizes a store by the names at its root. kind: of what it is in.
[[nodiscard]] Contents store_contents(Contents::Kind kind, std::span<const std::string> names);

/// Recognizes a folder by the names in it.
[[nodiscard]] inline Contents folder_contents(std::span<const std::string> names) {
  return store_contents(Contents::Kind::folder, names);
}

}  // namespace ncf::location
