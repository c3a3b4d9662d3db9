// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/output_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "base/errors/error_context.hpp"
#include "base/files/descriptor.hpp"
#include "base/files/paths.hpp"
#include "location/contents.hpp"
#include "location/inference.hpp"
#include "location/location.hpp"
#include "ncf/copy.hpp"
#include "ncf/error.hpp"
#include "store/open/store_kinds.hpp"

namespace ncf::ops {
namespace {

namespace fs = std::filesystem;

Format zarr_format(const location::Inference& inference) {
  if (inference.zarr_version == 3) return Format::zarr3;
  return inference.has_mode("zarr") ? Format::zarr2 : Format::nczarr;
}

/// Returns whether a URL's mode is one of a file, or is missing.
bool is_of_file(const location::Inference& inference) {
  using location::Implementation;
  return inference.by == location::Evidence::fallback ||
         inference.implementation == Implementation::netcdf3 ||
         inference.implementation == Implementation::hdf5;
}

/// Returns the file format in a URL's mode.
std::optional<Format> file_format(const location::Inference& inference) {
  if (inference.has_mode("netcdf-3") || inference.has_mode("classic")) return Format::classic;
  if (inference.has_mode("netcdf-4") || inference.has_mode("enhanced")) return Format::netcdf4;
  return std::nullopt;
}

/// Returns the kind of store, not in a folder, that can be made and matches; null if there is none.
template <class Matches>
const store::StoreKind* find_file_kind(Matches matches) {
  const auto kinds = store::store_kinds();
  const auto found = std::ranges::find_if(kinds, [&](const store::StoreKind& kind) {
    return kind.make != nullptr && kind.contents != location::Contents::Kind::folder &&
           matches(kind);
  });
  return found == kinds.end() ? nullptr : &*found;
}

const store::StoreKind* file_kind_of_mode(const location::Inference& inference) {
  return find_file_kind(
      [&](const store::StoreKind& kind) { return inference.has_mode(kind.mode); });
}

const store::StoreKind* file_kind_of_name(const fs::path& path) {
  return find_file_kind(
      [&](const store::StoreKind& kind) { return path.extension() == kind.suffix; });
}

/// Returns the format for a suffix: plain Zarr, because zarr-python and xarray open it without a
/// warning.
std::optional<Format> suffix_format(const fs::path& path) {
  const fs::path& store = path.has_filename() ? path : path.parent_path();
  const bool is_of_zarr = store.extension() == ".zarr" || file_kind_of_name(path) != nullptr;
  return is_of_zarr ? std::optional(Format::zarr2) : std::nullopt;
}

/// throws: Error(unsupported) for a store that cannot be written.
void refuse_modes(const location::Inference& inference, bool is_local) {
  if (is_local && inference.has_mode("s3")) {
    throw Error(ErrorCode::unsupported, "mode=s3 needs a URL of S3, as in s3://BUCKET/out.zarr");
  }
  if (inference.has_mode("noxarray")) {
    throw Error(ErrorCode::unsupported,
                "mode=noxarray cannot be written: arrays always get _ARRAY_DIMENSIONS, by which "
                "xarray knows their dimensions");
  }
}

/// throws: Error(unsupported) for NCZarr v3, which would become plain Zarr: mode=v3 implies
/// mode=zarr, which takes precedence over mode=nczarr.
void refuse_nczarr3(const location::Location& location) {
  if (!location.url) return;
  const std::vector<std::string> modes = location::modes_of(location.url->parameters);
  const auto has = [&](const char* mode) { return location::contains(modes, mode); };
  if (!has("nczarr") || has("zarr") || !(has("v3") || has("zarr3"))) return;
  throw Error(ErrorCode::unsupported,
              "cannot write NCZarr v3; use NCZarr v2 (mode=nczarr,file) or plain Zarr v3 "
              "(mode=v3,file)");
}

/// Returns whether a path, which need not exist, leads into a folder.
bool is_inside(const fs::path& path, const fs::path& folder) {
  std::error_code failure;
  const auto identity = base::find_identity(folder);
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, failure), failure);
  if (failure || !identity) return false;
  for (fs::path above = whole.parent_path();; above = above.parent_path()) {
    if (base::find_identity(above) == identity) return true;
    if (above == above.root_path() || above.empty()) return false;
  }
}

/// Returns whether the output is an open stream, for example what a shell substitutes for
/// >(COMMAND).
bool is_open_stream(const std::string& text) {
  const std::string path = fs::path(text).lexically_normal().string();
  const bool is_process = path.starts_with("/proc/") && path.find("/fd/") != std::string::npos;
  return path == "/dev/stdout" || path == "/dev/stderr" || path.starts_with("/dev/fd/") ||
         is_process;
}

/// Returns whether these are two names of one file.
bool are_hard_links(const fs::path& a, const fs::path& b) {
  std::error_code not_there;
  return fs::is_regular_file(a, not_there) && fs::hard_link_count(a, not_there) > 1 &&
         fs::equivalent(a, b, not_there) && fs::canonical(a) != fs::canonical(b);
}

/// Returns whether a path is the output, or in a store that it replaces.
bool is_output(const fs::path& path, const OutputPlace& place) {
  std::error_code is_missing;
  if (fs::equivalent(path, place.path, is_missing)) return true;
  return is_zarr_store(place.path) && is_inside(path, place.path);
}

/// Returns a place on a server. throws: Error(unsupported) unless it is in S3.
OutputPlace remote_place(const location::Location& location, const location::Inference& inference) {
  const location::Url& url = *location.url;
  const bool is_zarr = inference.implementation == location::Implementation::zarr;
  const bool may_be_zarr = is_zarr || inference.by == location::Evidence::fallback;
  if (!location::is_s3(url) || !may_be_zarr) {
    throw Error(ErrorCode::unsupported,
                "an output is a path, a file URL of a netCDF file (file://PATH) or of a Zarr store "
                "(file://PATH#mode=nczarr,file), or a Zarr store on S3 (s3://BUCKET/out.zarr)");
  }
  if (!url.query.empty()) {
    throw Error(ErrorCode::unsupported,
                "a URL with a query, such as a presigned one, names a single object, but a Zarr "
                "store consists of many; use s3://BUCKET/out.zarr and credentials");
  }
  OutputPlace place;
  place.url = location.text;
  refuse_modes(inference, /*is_local=*/false);
  if (is_zarr) {
    place.format = zarr_format(inference);
    place.is_consolidated = inference.has_mode("consolidated");
  } else {
    place.suffix_format = suffix_format(url.path);
  }
  const store::StoreKind* const kind = file_kind_of_mode(inference);
  if (kind != nullptr || file_kind_of_name(url.path) != nullptr) {
    throw Error(
        ErrorCode::unsupported,
        fmt::format("a {0} file cannot be written on S3; write a store "
                    "(s3://BUCKET/out.zarr), or copy the {0} file there when it is complete",
                    (kind != nullptr ? kind : file_kind_of_name(url.path))->mode));
  }
  return place;
}

}  // namespace

bool is_zarr_store(const fs::path& path) {
  std::error_code not_there;
  if (!fs::is_directory(path, not_there)) return false;
  const auto names = base::with_context(path.native(), [&] { return base::names_in(path); });
  return location::folder_contents(names).signature.has_value();
}

void refuse_standard_output(const std::string& text) {
  if (is_open_stream(text)) {
    throw Error(ErrorCode::usage,
                "cannot write to a stream: an output is made under a temporary name and renamed "
                "when it is complete; name a file");
  }
  if (text != "-") return;
  throw Error(ErrorCode::usage,
              "cannot write to standard output; name a file (./- for one of this name)");
}

void require_other_file(const base::FileIdentity& input, const OutputPlace& place,
                        const std::string& text) {
  if (base::find_identity(place.path) != input) return;
  throw Error(ErrorCode::usage, fmt::format("{}: input and output are the same file", text));
}

void require_apart(const fs::path& input, const OutputPlace& place, const std::string& text) {
  if (are_hard_links(input, place.path)) {
    throw Error(
        ErrorCode::usage,
        fmt::format("{}: is the input by another name (a hard link); remove it first", text));
  }
  if (const auto identity = base::find_identity(input)) require_other_file(*identity, place, text);
  if (is_zarr_store(input) && is_inside(place.path, input)) {
    throw Error(
        ErrorCode::usage,
        fmt::format("{}: is inside the input, {}, which is only read; choose a place outside it",
                    text, input.native()));
  }
  if (is_zarr_store(place.path) && is_inside(input, place.path)) {
    throw Error(ErrorCode::usage,
                fmt::format("{}: is a Zarr store that contains the input, {}, which would be lost "
                            "when the store is replaced; choose another output",
                            text, input.native()));
  }
}

void require_apart_from_others(const std::vector<fs::path>& others, const fs::path& input,
                               const OutputPlace& place, const std::string& text) {
  if (std::none_of(others.begin(), others.end(),
                   [&](const fs::path& other) { return is_output(other, place); })) {
    return;
  }
  throw Error(ErrorCode::usage,
              fmt::format("{}: the input, {}, reads values from this file, which would be lost; "
                          "choose another output",
                          text, input.native()));
}

std::filesystem::path OutputPlace::temporary_folder() const {
  return url ? base::temporary_folder() : base::folder_of(path);
}

OutputPlace find_output_place(const std::string& text) {
  refuse_standard_output(text);
  const location::Location location = location::parse_location(text);
  if (!location.url && text.find("#mode=") != std::string::npos) {
    throw Error(ErrorCode::usage, "only a URL has a fragment: file://PATH#mode=...");
  }
  refuse_nczarr3(location);
  const location::Inference inference = location::infer(location);
  const auto path = location::local_path(location);
  if (!path) return remote_place(location, inference);
  const bool is_zarr = inference.implementation == location::Implementation::zarr;
  if (!is_zarr && !is_of_file(inference)) {
    throw Error(ErrorCode::unsupported,
                "a file URL is of a netCDF file (file://PATH) or of a Zarr store "
                "(file://PATH#mode=nczarr,file)");
  }
  OutputPlace place;
  place.path = *path;
  place.notes = inference.notes;
  if (is_zarr) {
    refuse_modes(inference, /*is_local=*/true);
    place.format = zarr_format(inference);
    place.file_kind = file_kind_of_mode(inference);
    place.is_consolidated = inference.has_mode("consolidated");
  } else {
    place.format = file_format(inference);
    place.suffix_format = suffix_format(place.path);
    place.file_kind = file_kind_of_name(place.path);
  }
  return place;
}

std::optional<Format> format_of_place(const OutputPlace& place,
                                      const std::optional<Format>& asked) {
  const bool is_zarr_place = place.format && is_zarr(*place.format);
  if (is_zarr_place && asked == Format::netcdf4) return place.format;
  if (place.format && asked && asked != place.format) {
    throw Error(ErrorCode::usage,
                fmt::format("the output's URL says {}, -k says {}; leave out one of the two",
                            format_name(*place.format), format_name(*asked)));
  }
  if (asked) return asked;
  return place.format ? place.format : place.suffix_format;
}

bool is_folder(const OutputPlace& place, Format format) {
  return is_zarr(format) && place.file_kind == nullptr;
}

std::optional<store::StoreFile> store_file(const OutputPlace& place, Format format) {
  if (!is_zarr(format) || place.file_kind == nullptr) return std::nullopt;
  if (format != Format::nczarr) return store::StoreFile{place.file_kind, ""};
  const std::string name = place.path.stem().string();
  return store::StoreFile{place.file_kind, name == "." || name == ".." ? "nczarr" : name};
}

}  // namespace ncf::ops

bool ncf::is_on_server(const std::string& output) {
  try {
    return !location::local_path(location::parse_location(output));
  } catch (const Error&) {
    return false;
  }
}
