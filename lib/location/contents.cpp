// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "location/contents.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/characters.hpp"

namespace ncf::location {
namespace {

using namespace std::string_view_literals;
using Kind = Contents::Kind;

struct Magic {
  std::string_view bytes;
  Kind kind;  ///< zip for a file that may contain a Zarr store
  std::optional<Signature> signature;
};

constexpr std::string_view hdf5_magic = "\x89HDF\r\n\x1A\n";
// A zip file begins with an entry, or with its end record if it has no entry.
constexpr Magic magics[] = {
    {hdf5_magic, Kind::file, Signature::hdf5},
    {"CDF\x01", Kind::file, Signature::classic},
    {"CDF\x02", Kind::file, Signature::offset64},
    {"CDF\x05", Kind::file, Signature::cdf5},
    {"\x0E\x03\x13\x01", Kind::file, Signature::hdf4},
    {"PK\x03\x04", Kind::zip, {}},
    {"PK\x05\x06", Kind::zip, {}},
};

struct Marker {
  std::string_view name;
  Signature signature;
};

// source: Zarr v2 and v3 specifications; .nczgroup is netcdf-c 4.8's
constexpr Marker markers[] = {
    {"zarr.json", Signature::zarr3}, {".zgroup", Signature::zarr2},
    {".zarray", Signature::zarr2},   {".zmetadata", Signature::zarr2},
    {".nczgroup", Signature::zarr2},
};

bool starts_with(const SignatureBytes& bytes, std::string_view magic) {
  return std::equal(magic.begin(), magic.end(), bytes.begin(), [](char expected, std::byte byte) {
    return static_cast<std::byte>(expected) == byte;
  });
}

/// Blanks may precede the object.
bool begins_object(const SignatureBytes& bytes) {
  const auto first = std::find_if(bytes.begin(), bytes.end(), [](std::byte byte) {
    return !base::is_blank(static_cast<char>(byte));
  });
  return first != bytes.end() && *first == static_cast<std::byte>('{');
}

std::optional<Signature> find_marker(std::span<const std::string> names) {
  for (const Marker& marker : markers) {
    if (std::find(names.begin(), names.end(), marker.name) != names.end()) return marker.signature;
  }
  return std::nullopt;
}

Contents dataset_contents(std::uint64_t size_bytes, const ReadSignature& read) {
  constexpr std::uint64_t bytes_read = std::tuple_size_v<SignatureBytes>;
  if (size_bytes <= bytes_read) return {Kind::file};
  const SignatureBytes first = read(0);
  for (const Magic& magic : magics) {
    if (starts_with(first, magic.bytes)) return {magic.kind, magic.signature};
  }
  for (std::uint64_t offset = 512; offset <= size_bytes - bytes_read; offset *= 2) {
    if (starts_with(read(offset), hdf5_magic)) return {Kind::file, Signature::hdf5};
  }
  return {begins_object(first) ? Kind::json : Kind::file};
}

bool ends_with_any(std::string_view name, std::initializer_list<std::string_view> extensions) {
  return std::ranges::any_of(extensions, [name](std::string_view extension) {
    return name.size() > extension.size() &&
           base::equals_ignoring_case(name.substr(name.size() - extension.size()), extension);
  });
}

bool is_parquet(std::string_view name) { return ends_with_any(name, {".parquet", ".parq"}); }

bool is_dataset(std::string_view name) {
  return ends_with_any(name, {".nc", ".nc4", ".cdf", ".h5", ".hdf5", ".hdf", ".grib", ".grb",
                              ".grib2", ".grb2", ".zarr", ".tif", ".tiff"});
}

std::string_view kind_without_dataset(const Contents& contents) {
  if (contents.signature == Signature::hdf4) return "an HDF4 file, not a netCDF file";
  if (contents.kind == Kind::zip) return "a zip file that contains no Zarr store";
  if (contents.kind == Kind::json) return "JSON without references to a Zarr store";
  if (contents.kind == Kind::folder) return "a folder, not a netCDF file or a store of Zarr";
  return "not a netCDF file";
}

// ---- Other formats ------------------------------------------------------------------------------

// What people have instead of a netCDF file: what servers send instead of it, what contains it, and
// files of neighbouring formats.
// source: WMO Manual on Codes, FM 92 and FM 94 (GRIB, BUFR); RFC 1952 (gzip); RFC 8878 (Zstandard);
// the formats' own documents for the others; Git LFS specification, "The Pointer"

constexpr std::size_t bytes_examined = 48;
constexpr std::size_t bytes_of_page = 1024;  // that may contain a title

struct OtherFormat {
  std::string_view begins;  ///< in lower case for texts
  std::string_view description;
};

/// Letters may be capital, and blanks may precede them.
constexpr OtherFormat texts[] = {
    {"<!doctype html", "it is HTML, the page of a website{}, often for a login or about an error"},
    {"<html", "it is HTML, the page of a website{}, often for a login or about an error"},
    {"<?xml", "it is XML, often a server's message about an error"},
    {"<error", "it is XML, often a server's message about an error"},
    {"version https://git-lfs", "it is a pointer of Git LFS; `git lfs pull` fetches the file"},
    {"/annex/objects/", "it is a pointer of git-annex; `git annex get` fetches the file"},
    {"netcdf ", "it is CDL, from which ncfgen makes one"},
};

constexpr OtherFormat binaries[] = {
    {"GRIB"sv, "it is GRIB{}; `cdo -f nc4 copy` or grib_to_netcdf of ecCodes converts it"},
    {"BUFR"sv, "it is BUFR"},
    {"\x1F\x8B"sv, "it is compressed with gzip; gunzip decompresses it"},
    {"BZh"sv, "it is compressed with bzip2; bunzip2 decompresses it"},
    {"\xFD"
     "7zXZ\0"sv,
     "it is compressed with xz; unxz decompresses it"},
    {"\x28\xB5\x2F\xFD"sv, "it is compressed with Zstandard; unzstd decompresses it"},
    {"\x1F\x9D"sv, "it is compressed with compress; uncompress decompresses it"},
    {"II*\0"sv, "it is a TIFF image, perhaps GeoTIFF; `gdal_translate -of netCDF` converts it"},
    {"MM\0*"sv, "it is a TIFF image, perhaps GeoTIFF; `gdal_translate -of netCDF` converts it"},
    {"II+\0"sv, "it is a TIFF image, perhaps GeoTIFF; `gdal_translate -of netCDF` converts it"},
    {"PAR1"sv, "it is Parquet"},
    {"ICE\xF0\x9F\xA7\x8A"
     "CHUNK"sv,
     "it is a part of an Icechunk repository"},
    {"%PDF"sv, "it is a PDF document"},
    {"\x89PNG"sv, "it is a PNG image"},
};

std::string first_bytes(std::uint64_t size_bytes, const ReadSignature& read, std::size_t most) {
  std::string first;
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(size_bytes, most));
  while (first.size() < count) {
    for (const std::byte byte : read(first.size())) first.push_back(static_cast<char>(byte));
  }
  first.resize(count);
  return first;
}

std::string lower_case_without_blanks(std::string_view text) {
  std::string lower;
  for (const char c : text) {
    if (lower.empty() && base::is_blank(c)) continue;
    lower.push_back(base::to_lower(c));
  }
  return lower;
}

/// Returns a description with a detail in the place of "{}".
std::string with_detail(std::string_view description, const std::string& detail) {
  std::string text(description);
  const std::size_t place = text.find("{}");
  return place == std::string::npos ? text : text.replace(place, 2, detail);
}

std::string edition_of_grib(std::string_view first) {
  constexpr std::size_t place = 7;
  const bool is_known = first.size() > place && (first[place] == 1 || first[place] == 2);
  return is_known ? " " + std::to_string(first[place]) : "";
}

/// Returns " with the title ...", or nothing.
std::string title_of_html(std::string_view first) {
  const std::string lower = lower_case_without_blanks(first);
  first.remove_prefix(first.size() - lower.size());
  const std::size_t tag = lower.find("<title");
  const std::size_t begin = std::min(lower.find('>', tag), lower.size());
  const std::size_t end = lower.find("</title", begin);
  if (tag == std::string::npos || end == std::string::npos) return {};
  constexpr std::size_t longest = 80;
  std::string title(first.substr(begin + 1, std::min(end - begin - 1, longest)));
  std::ranges::replace_if(
      title, [](unsigned char c) { return c < ' ' || c == 0x7F; }, ' ');
  title.erase(0, std::min(title.find_first_not_of(' '), title.size()));
  title.resize(title.find_last_not_of(' ') + 1);
  return title.empty() ? "" : " with the title \"" + title + "\"";
}

/// Returns what a file without a known signature is, and perhaps what to do: "it is GRIB; ...".
/// Empty if that is not known. Reads some of the first 1024 bytes.
std::string describe_other_format(std::uint64_t size_bytes, const ReadSignature& read) {
  if (size_bytes == 0) return "it is empty";
  const std::string first = first_bytes(size_bytes, read, bytes_examined);
  if (first.find_first_not_of('\0') == std::string::npos) {
    return "it begins with zeros, so it was probably never written or transferred completely";
  }
  for (const auto& [begins, description] : binaries) {
    if (first.starts_with(begins)) return with_detail(description, edition_of_grib(first));
  }
  constexpr std::uint64_t place_in_tar = 257;
  if (size_bytes > 2 * place_in_tar && starts_with(read(place_in_tar), "ustar")) {
    return "it is a tar archive; `tar -xf` extracts what is in it";
  }
  const std::string text = lower_case_without_blanks(first);
  for (const auto& [begins, description] : texts) {
    if (text.starts_with(begins)) {
      return with_detail(description, title_of_html(first_bytes(size_bytes, read, bytes_of_page)));
    }
  }
  return {};
}

std::string describe_folder(std::span<const std::string> names) {
  const auto has = [&](std::string_view name) { return std::ranges::count(names, name) > 0; };
  if (has("snapshots") && has("manifests")) {
    return "it is an Icechunk repository; the Python package icechunk opens it, and xarray's "
           "to_zarr exports a snapshot";
  }
  const bool has_parquet = std::ranges::any_of(names, is_parquet);
  return has_parquet ? "it contains Parquet files, which ncf does not read" : "";
}

std::string describe_zip(std::span<const std::string> names) {
  constexpr std::size_t most_named = 3;
  if (names.empty()) return {};
  std::vector<std::string> shown(names.begin(), names.end());
  std::stable_partition(shown.begin(), shown.end(), is_dataset);
  const std::size_t others = shown.size() - std::min(shown.size(), most_named);
  shown.resize(shown.size() - others);
  std::string text;
  for (const std::string& name : shown) text += (text.empty() ? "it contains " : ", ") + name;
  if (others > 0) text += " and " + std::to_string(others) + " more";
  return text + "; unzip it first";
}

}  // namespace

std::string why_no_dataset(const Contents& contents) {
  const std::string kind(kind_without_dataset(contents));
  return contents.otherwise.empty() ? kind : kind + ": " + contents.otherwise;
}

Contents file_contents(std::uint64_t size_bytes, const ReadSignature& read) {
  Contents contents = dataset_contents(size_bytes, read);
  if (is_other_file(contents)) contents.otherwise = describe_other_format(size_bytes, read);
  return contents;
}

Contents store_contents(Kind kind, std::span<const std::string> names) {
  Contents contents{kind, find_marker(names)};
  if (contents.signature) return contents;
  if (kind == Kind::folder) contents.otherwise = describe_folder(names);
  if (kind == Kind::zip) contents.otherwise = describe_zip(names);
  return contents;
}

}  // namespace ncf::location
