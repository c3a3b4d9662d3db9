// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Lets a netCDF file be read as Zarr without a copy: writes a text that says which bytes of the
// file are which chunk, in kerchunk's format, version 1, which fsspec, xarray and others open.
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
  std::string output;  ///< the text's path; it appears complete or not at all
  /// Where readers find the input. They expand templates such as "{{u}}". Empty: its absolute path.
  std::optional<std::string> url;
  const StopSource* stop = nullptr;  ///< a stop ends the call with Error(interrupted)
};

/// Writes the references. Scalars, strings and small unfiltered variables are in the text itself.
/// Call it from one thread, as `copy`. on_note: is called with what is left out.
/// throws: Error(unsupported) naming a variable that Zarr cannot read from the bytes of the file:
/// one of a user-defined type, or with filters that Zarr does not have or that a chunk skipped.
NCF_API void make_references(const ReferenceOptions& options, const NoteHandler& on_note = {});

}  // namespace ncf
