// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores in zip files. The keys are the names of the entries, as in zarr-python's ZipStore, or the
// names below a folder, as in libnetcdf's zip files and in zipped folders.
//
// source: zarr-python, class ZipStore; netcdf-c, libnczarr/zmap_zip.c
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/files/byte_source.hpp"
#include "base/zip/zip_input.hpp"
#include "store/zarr/storage/key_store.hpp"

namespace ncf::store::zarr {

/// A zip file, opened once, and the folder of the store in it. Cheap to copy.
struct ZippedStore {
  std::shared_ptr<const base::ZipInput> zip;
  std::string folder;  ///< empty for the root, and if there is no store

  /// Returns the names directly in `folder`.
  [[nodiscard]] std::vector<std::string> names() const;
};

/// Reads the directory of a zip file. throws: Error(corrupt) naming the entry that is wrong, for
/// example if it cannot be a key; Error(unsupported) if there are several stores; Error(io).
ZippedStore find_store(std::unique_ptr<base::ByteSource> bytes);

/// Opens a store for reading. A deflated value is decoded as a whole, and kept decoded if parts of
/// it are read.
std::unique_ptr<KeyStore> open_zip(ZippedStore store);

/// Creates a zip file, or truncates it. folder: of the store in it; empty for the root.
/// throws: Error(io).
std::unique_ptr<KeyStore> make_zip(const std::filesystem::path& path, const std::string& folder);

}  // namespace ncf::store::zarr
