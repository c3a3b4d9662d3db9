// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output_place.hpp"

#include <fmt/format.h>

#include "base/at_place.hpp"
#include "base/folder.hpp"
#include "base/pending_file.hpp"
#include "base/pending_folder.hpp"
#include "location/contents.hpp"
#include "location/inference.hpp"
#include "ncf/error.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;

Format zarr_format(const location::Inference& inference) {
  if (inference.zarr_version == 3) return Format::zarr3;
  return inference.has_mode("zarr") ? Format::zarr2 : Format::nczarr;
}

/// Whether a URL names a file by its mode, or says nothing.
bool is_of_file(const location::Inference& inference) {
  using location::Implementation;
  return inference.by == location::Evidence::fallback ||
         inference.implementation == Implementation::netcdf3 ||
         inference.implementation == Implementation::hdf5;
}

/// What the mode says of the format of a file.
std::optional<Format> file_format(const location::Inference& inference) {
  if (inference.has_mode("netcdf-3") || inference.has_mode("classic")) return Format::classic;
  if (inference.has_mode("netcdf-4") || inference.has_mode("enhanced")) return Format::netcdf4;
  return std::nullopt;
}

bool has_zarr_suffix(const fs::path& path) {
  return path.extension() == ".zarr" ||
         (!path.has_filename() && path.parent_path().extension() == ".zarr");
}

/// throws: Error(unsupported) for a store that cannot be written.
void refuse_modes(const location::Inference& inference) {
  for (const char* const mode : {"zip", "s3"}) {
    if (!inference.has_mode(mode)) continue;
    throw Error(ErrorCode::unsupported,
                std::string("mode=") + mode + " cannot be written, only folders of this machine");
  }
  if (inference.has_mode("noxarray")) {
    throw Error(ErrorCode::unsupported,
                "mode=noxarray cannot be written: arrays always get _ARRAY_DIMENSIONS, by which "
                "xarray knows their dimensions");
  }
}

/// Whether a folder holds a store of Zarr: then it may be replaced by another.
bool is_store(const fs::path& folder) {
  const auto names = base::at_place(folder.native(), [&] { return base::names_in(folder); });
  return location::folder_contents(names).signature.has_value();
}

}  // namespace

OutputPlace find_output_place(const std::string& text) {
  const location::Location location = location::parse_location(text);
  if (!location.url && text.find("#mode=") != std::string::npos) {
    throw Error(ErrorCode::usage, "only a URL has a fragment: file://PATH#mode=...");
  }
  const location::Inference inference = location::infer(location);
  const auto path = location::local_path(location);
  const bool is_zarr = inference.implementation == location::Implementation::zarr;
  if (!path || !(is_zarr || is_of_file(inference))) {
    throw Error(ErrorCode::unsupported,
                "an output is a path, or a file URL of a netCDF file (file://PATH) or of a Zarr "
                "store (file://PATH#mode=nczarr,file)");
  }
  OutputPlace place;
  place.path = *path;
  if (is_zarr) {
    refuse_modes(inference);
    place.format = zarr_format(inference);
    place.is_consolidated = inference.has_mode("consolidated");
  } else {
    place.format = file_format(inference);
    place.has_zarr_suffix = !place.format && has_zarr_suffix(place.path);
  }
  return place;
}

std::optional<Format> format_of_place(const OutputPlace& place,
                                      const std::optional<Format>& asked) {
  if (place.format && asked && asked != place.format) {
    throw Error(ErrorCode::usage,
                fmt::format("the output's URL says {}, -k says {}; leave out one of the two",
                            format_name(*place.format), format_name(*asked)));
  }
  if (asked) return asked;
  if (place.format) return place.format;
  return place.has_zarr_suffix ? std::optional(Format::nczarr) : std::nullopt;
}

std::unique_ptr<base::PendingOutput> make_pending(const OutputPlace& place, Format format) {
  if (is_zarr(format)) return std::make_unique<base::PendingFolder>(place.path, is_store);
  return std::make_unique<base::PendingFile>(place.path);
}

}  // namespace ncf::ops
