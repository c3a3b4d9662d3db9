// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds out which of netCDF's implementations serves a dataset, as netcdf-c does. The first of
// these that is conclusive decides:
//
//   contents   the signature in the first bytes of a file, the markers in a folder
//   url        mode= in the fragment
//   fallback   DAP2 for a URL, netCDF-3 for a path
//
// The tables (protocols, macros, what a mode implies and rules out) are in inference.cpp. All
// functions are pure: contents, folder and region are parameters.
//
// As in netcdf-c, some modes win over others: bytes over those of Zarr, noxarray over xarray.
// Beyond 4.9.0: contents count for every "file" URL, not only for those with mode=bytes; other
// modes that contradict each other are an error (there, the last one counts); "%20" and other
// escapes are decoded in paths on this machine (lib/store/open/input); mode=v3 is Zarr version 3;
// gs3 is known, as in 4.10. Parallel access (PnetCDF) is not inferred.
//
// source: netcdf-c docs/internal.md, "Inferring File Types"; libdispatch/dinfermodel.c
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "location/contents.hpp"
#include "location/location.hpp"

namespace ncf::location {

/// The implementations that nc_inq_format_extended distinguishes.
enum class Implementation { netcdf3, hdf5, hdf4, dap2, dap4, zarr, user_defined };

/// Returns "netCDF-3", "HDF5", "HDF4", "DAP2", "DAP4", "Zarr" or "user-defined".
[[nodiscard]] std::string_view implementation_name(Implementation implementation) noexcept;

/// What an inference is based on.
enum class Evidence { contents, url, fallback };

/// What an inference depends on in addition to text and contents.
struct Surroundings {
  std::string working_folder = "/";     ///< absolute: where relative "file" URLs begin
  std::string s3_region = "us-east-1";  ///< for S3 URLs that name none
};

struct Inference {
  Implementation implementation = Implementation::netcdf3;
  std::optional<int> zarr_version;  ///< 2 or 3; empty unless Zarr
  Evidence by = Evidence::fallback;
  /// The modes of the URL in lower case, each once, with those that they imply. A mode comes before
  /// those that it implies.
  std::vector<std::string> modes;
  /// A text from which libnetcdf infers the same: a path as written, or a URL with its protocol
  /// replaced, its parameters merged in the fragment, a "file" path made absolute, and an S3 URL in
  /// path form.
  std::string canonical;
  std::vector<std::string> notes;  ///< "mode=bytes wins over mode=zarr", of written modes

  [[nodiscard]] bool has_mode(std::string_view mode) const;
};

/// throws: Error(unsupported) if contents are known but not a dataset; Error(usage) for modes
/// that contradict each other and S3 URLs without a bucket.
[[nodiscard]] Inference infer(const Location& location, const Contents& contents = {},
                              const Surroundings& surroundings = {});

}  // namespace ncf::location
