// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The place of an output, and the format that its name implies:
//
//   out.nc                             a file
//   file://out.nc                      the same
//   out.zarr                           a folder, Zarr version 2 unless another format is requested
//   out.zip                            the same in a zip file
//   file://out#mode=nczarr,file        a folder, as netCDF's own tools name it
//   file://out#mode=zarr,file          Zarr version 2, by xarray's conventions alone
//   file://out#mode=zarr,v3,file       of Zarr version 3
//   file://out#mode=nczarr,zip         the same in zip files
//   ...,consolidated                   with consolidated metadata, as plain Zarr always has
//   s3://BUCKET/out.zarr               objects in a bucket (location/location.hpp)
//   https://HOST/BUCKET/out#mode=zarr,s3
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/files/file_state.hpp"
#include "ncf/format.hpp"
#include "store/common/tuning.hpp"

namespace ncf::ops {

struct OutputPlace {
  std::filesystem::path path;                ///< empty for a place on a server
  std::optional<std::string> url = {};       ///< for a place on a server
  std::optional<Format> format = {};         ///< from a URL
  std::optional<Format> suffix_format = {};  ///< from a path, unless another is requested
  /// The Zarr store is a file of this kind; null: it is a folder, or on a server.
  const store::StoreKind* file_kind = nullptr;
  bool is_consolidated = false;
  std::vector<std::string> notes = {};  ///< on its modes

  /// Returns the folder for temporary files: that of the output, unless it is on a server.
  [[nodiscard]] std::filesystem::path temporary_folder() const;
};

/// Parses an output's name. throws: SyntaxError for an invalid URL; Error(usage, unsupported) for a
/// place that cannot be written to.
[[nodiscard]] OutputPlace find_output_place(const std::string& text);

/// Returns the format that is requested or that the name implies; empty if neither determines it.
/// With a Zarr URL, "netCDF-4" means the data model, as in netCDF's own programs, and the URL
/// determines the storage.
/// throws: Error(usage) if a URL contradicts the request.
[[nodiscard]] std::optional<Format> format_of_place(const OutputPlace& place,
                                                    const std::optional<Format>& asked);

/// Returns whether a path is a folder with a Zarr store, possibly with other things in it.
/// throws: Error(io).
[[nodiscard]] bool is_zarr_store(const std::filesystem::path& path);

/// Returns whether an output of this format is a folder there, not a file.
[[nodiscard]] bool is_folder(const OutputPlace& place, Format format);

/// Returns the value for store::Tuning::file. zarr-python and xarray expect a store in the root of
/// a zip file, libnetcdf in a folder.
[[nodiscard]] std::optional<store::StoreFile> store_file(const OutputPlace& place, Format format);

/// throws: Error(usage) if input and output are the same, or one is a store that contains the
/// other.
/// text: the output as the user wrote it.
void require_apart(const std::filesystem::path& input, const OutputPlace& place,
                   const std::string& text);

/// throws: Error(usage) if the output would replace one of the other files that contain values of
/// the input.
void require_apart_from_others(const std::vector<std::filesystem::path>& others,
                               const std::filesystem::path& input, const OutputPlace& place,
                               const std::string& text);

/// throws: Error(usage) if the output would replace the open input file.
void require_other_file(const base::FileIdentity& input, const OutputPlace& place,
                        const std::string& text);

/// throws: Error(usage) for "-", which other programs use for standard output.
void refuse_standard_output(const std::string& text);

}  // namespace ncf::ops
