// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where an output goes, and what its name says of its format:
//
//   out.nc                             a file
//   file://out.nc                      the same
//   out.zarr                           a folder, NCZarr unless another format is asked for
//   file://out#mode=nczarr,file        a folder, as netCDF's own tools name it
//   file://out#mode=zarr,file          the same by xarray's conventions alone
//   file://out#mode=zarr,v3,file       of Zarr version 3
//   ...,consolidated                   with consolidated metadata
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/file_identity.hpp"
#include "base/pending_output.hpp"
#include "ncf/format.hpp"

namespace ncf::ops {

struct OutputPlace {
  std::filesystem::path path;
  std::optional<Format> format;  ///< what a URL says
  bool has_zarr_suffix = false;  ///< of a path
  bool is_consolidated = false;
};

/// throws: SyntaxError for an incorrect URL; Error(usage, unsupported) for one that nothing can be
/// written to.
[[nodiscard]] OutputPlace find_output_place(const std::string& text);

/// The format that was asked for or that the name says; empty where neither does. To a URL of Zarr,
/// netCDF-4 is the data model, as for netCDF's own programs, and the URL says how it is stored.
/// throws: Error(usage) where a URL says another than was asked.
[[nodiscard]] std::optional<Format> format_of_place(const OutputPlace& place,
                                                    const std::optional<Format>& asked);

[[nodiscard]] bool is_zarr_store(const std::filesystem::path& path);

/// throws: Error(usage) if input and output are one, or one of them lies in a store that the other
/// is. text: the output as it was written.
void require_apart(const std::filesystem::path& input, const OutputPlace& place,
                   const std::string& text);

/// throws: Error(usage) if the output would replace this file, the open input.
void require_other_file(const base::FileIdentity& input, const OutputPlace& place,
                        const std::string& text);

/// throws: Error(usage) for "-", the standard output of other programs.
void refuse_standard_output(const std::string& text);

/// Throws what make_pending would throw, and makes nothing.
void check_pending(const OutputPlace& place, Format format);

/// A file, or for a format of Zarr a folder. throws: as PendingFile and PendingFolder.
[[nodiscard]] std::unique_ptr<base::PendingOutput> make_pending(const OutputPlace& place,
                                                                Format format);

}  // namespace ncf::ops
