// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Lets netCDF files be read as Zarr without a copy: writes a text that says which bytes of which
// file are which chunk, in kerchunk's format, version 1, which fsspec, xarray and others open.
// Several files become one dataset, joined along a dimension.
//
//   ncf::ReferenceOptions options;
//   options.inputs = {"in.nc"};
//   options.output = "in.json";
//   options.url = "s3://bucket/in.nc";
//   ncf::make_references(options);
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ncf/copy.hpp"
#include "ncf/export.hpp"
#include "ncf/stop.hpp"
#include "ncf/view.hpp"

namespace ncf {

struct ReferenceOptions {
  /// NetCDF-4 or classic files on this machine. Several are joined in the order of the values of
  /// the dimension's coordinate, so they may come in any order.
  std::vector<std::string> inputs;
  std::string output;  ///< the text's path; it appears complete or not at all
  /// Where readers find the input; ending with a slash, the folder of all inputs. Readers expand
  /// templates such as "{{u}}". Empty: the absolute paths.
  std::optional<std::string> url;
  /// The dimension along which several inputs are joined. Empty: the only unlimited one.
  std::optional<std::string> dimension;
  /// What is referred to instead of all: only whole chunks can be selected, and values cannot be
  /// unpacked. `concat` and `inputs` come from the members above.
  ViewOptions view;
  const StopSource* stop = nullptr;  ///< a stop ends the call with Error(interrupted)
};

/// Writes the references. Scalars, strings and small unfiltered variables are in the text itself.
/// Thread rule: as ncf/copy.hpp. on_note: is called with what is left out.
/// throws: Error(unsupported) naming a variable that Zarr cannot read from the bytes of the file:
/// one of a user-defined type, or with filters that Zarr does not have or that a chunk skipped; or
/// naming an input that cannot be joined with the others: definitions or values without the
/// dimension differ, coordinates overlap, or chunks are incomplete where another input follows.
NCF_API void make_references(const ReferenceOptions& options, const NoteHandler& on_note = {});

/// The same as a text; `output` is ignored.
[[nodiscard]] NCF_API std::string format_references(const ReferenceOptions& options,
                                                    const NoteHandler& on_note = {});

}  // namespace ncf
