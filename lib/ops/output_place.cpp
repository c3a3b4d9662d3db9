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

/// Whether a folder holds a store of Zarr: then it may be replaced by another.
bool is_store(const fs::path& folder) {
  const auto names = base::at_place(folder.native(), [&] { return base::names_in(folder); });
  return location::folder_contents(names).signature.has_value();
}

}  // namespace

OutputPlace find_output_place(const std::string& text) {
  OutputPlace place;
  const location::Location location = location::parse_location(text);
  if (!location.url) {
    if (text.find("#mode=") != std::string::npos) {
      throw Error(ErrorCode::usage, "only a URL has a fragment: file://PATH#mode=...");
    }
    place.path = text;
    place.has_zarr_suffix =
        place.path.extension() == ".zarr" ||
        (!place.path.has_filename() && place.path.parent_path().extension() == ".zarr");
    return place;
  }
  const location::Inference inference = location::infer(location);
  const auto path = location::local_path(location);
  if (!path || inference.implementation != location::Implementation::zarr) {
    throw Error(ErrorCode::unsupported,
                "an output is a path, or a file URL of a Zarr store (#mode=nczarr,file)");
  }
  for (const char* const mode : {"zip", "s3", "noxarray"}) {
    if (!inference.has_mode(mode)) continue;
    throw Error(ErrorCode::unsupported,
                std::string("mode=") + mode + " cannot be written, only folders of this machine");
  }
  place.path = *path;
  place.format = zarr_format(inference);
  place.is_consolidated = inference.has_mode("consolidated");
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
