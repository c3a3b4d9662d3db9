// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A netCDF file read as Zarr where it is: a text that says which bytes of the file are which chunk,
// in the form of kerchunk, version 1, which fsspec, xarray and others open.
//
//   ncf::ReferenceOptions options;
//   options.input = "in.nc";
//   options.output = "in.json";
//   options.url = "s3://bucket/in.nc";
//   ncf::make_references(options);
#pragma once

#include <optional>
#include <string>

#include "ncf/copy.hpp"
#include "ncf/export.hpp"
#include "ncf/stop.hpp"

namespace ncf {

struct ReferenceOptions {
  std::string input;   ///< a netCDF-4 or classic file on this machine
  std::string output;  ///< the text's path; it appears whole or not at all
  /// Where readers find the input; a template such as "{{u}}" is theirs. Empty: its absolute path.
  std::optional<std::string> url;
  const StopSource* stop = nullptr;  ///< what can end the call, with Error(interrupted)
};

/// Chunks are referred to; scalars, strings and small unfiltered variables stand in the text
/// itself. To be called from one thread, as `copy`. throws: Error(unsupported) naming the variable
/// that Zarr cannot read from the bytes of the file: of a user-defined type, with filters that Zarr
/// does not have or that were skipped for a chunk. on_note: is called with what is left out.
NCF_API void make_references(const ReferenceOptions& options, const NoteHandler& on_note = {});

}  // namespace ncf
