// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "location/contents.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "base/text/characters.hpp"

namespace ncf::location {
namespace {

struct Magic {
  std::string_view bytes;
  Signature signature;
};

constexpr std::string_view hdf5_magic = "\x89HDF\r\n\x1A\n";
constexpr Magic magics[] = {
    {hdf5_magic, Signature::hdf5},         {"CDF\x01", Signature::classic},
    {"CDF\x02", Signature::offset64},      {"CDF\x05", Signature::cdf5},
    {"\x0E\x03\x13\x01", Signature::hdf4},
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

// A zip file begins with an entry, or with its end record if it has no entry.
constexpr std::string_view zip_magics[] = {"PK\x03\x04", "PK\x05\x06"};

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
  Contents contents{Contents::Kind::file, std::nullopt};
  if (size_bytes <= bytes_read) return contents;
  const SignatureBytes first = read(0);
  for (const Magic& magic : magics) {
    if (starts_with(first, magic.bytes)) {
      contents.signature = magic.signature;
      return contents;
    }
  }
  if (std::any_of(std::begin(zip_magics), std::end(zip_magics),
                  [&](std::string_view magic) { return starts_with(first, magic); })) {
    contents.kind = Contents::Kind::zip;
    return contents;
  }
  for (std::uint64_t offset = 512; offset <= size_bytes - bytes_read; offset *= 2) {
    if (!starts_with(read(offset), hdf5_magic)) continue;
    contents.signature = Signature::hdf5;
    return contents;
  }
  if (begins_object(first)) contents.kind = Contents::Kind::json;
  return contents;
}

std::string_view kind_without_dataset(const Contents& contents) {
  if (contents.signature == Signature::hdf4) return "an HDF4 file, not a netCDF file";
  switch (contents.kind) {
    case Contents::Kind::zip:
      return "a zip file that contains no Zarr store";
    case Contents::Kind::json:
      return "JSON without references to a Zarr store";
    case Contents::Kind::folder:
      return "a folder, not a netCDF file or a store of Zarr";
    case Contents::Kind::unknown:
    case Contents::Kind::file:
      break;
  }
  return "not a netCDF file";
}

}  // namespace

std::string why_no_dataset(const Contents& contents) {
  const std::string kind(kind_without_dataset(contents));
  return contents.otherwise.empty() ? kind : kind + ": " + contents.otherwise;
}

Contents file_contents(std::uint64_t size_bytes, const ReadSignature& read) {
  Contents contents = dataset_contents(size_bytes, read);
  if (is_other_file(contents)) {
    contents.otherwise = describe_other_format(size_bytes, read);
  }
  return contents;
}

Contents folder_contents(std::span<const std::string> names) {
  return {Contents::Kind::folder, find_marker(names)};
}

Contents zip_contents(std::span<const std::string> names) {
  Contents contents{Contents::Kind::zip, find_marker(names)};
  if (!contents.signature && !names.empty()) {
    contents.otherwise =
        "it contains " + names.front() + (names.size() > 1 ? " and more" : "") + "; unzip it first";
  }
  return contents;
}

Contents reference_contents(std::span<const std::string> names) {
  return {Contents::Kind::json, find_marker(names)};
}

namespace {

using namespace std::string_view_literals;

constexpr std::size_t bytes_examined = 48;

struct OtherFormat {
  std::string_view begins;  ///< in lower case for texts
  std::string_view description;
};

/// Letters may be capital, and blanks may precede them.
constexpr OtherFormat texts[] = {
    {"<!doctype html", "it is HTML, the page of a website, often for a login or about an error"},
    {"<html", "it is HTML, the page of a website, often for a login or about an error"},
    {"<?xml", "it is XML, often a server's message about an error"},
    {"<error", "it is XML, often a server's message about an error"},
    {"version https://git-lfs", "it is a pointer of Git LFS; `git lfs pull` fetches the file"},
    {"/annex/objects/", "it is a pointer of git-annex; `git annex get` fetches the file"},
    {"netcdf ", "it is CDL, from which ncfgen makes one"},
};

constexpr OtherFormat binaries[] = {
    {"GRIB"sv, "it is GRIB; `cdo -f nc4 copy` or grib_to_netcdf of ecCodes converts it"},
    {"BUFR"sv, "it is BUFR"},
    {"\x1F\x8B"sv, "it is compressed with gzip; gunzip decompresses it"},
    {"BZh"sv, "it is compressed with bzip2; bunzip2 decompresses it"},
    {"\xFD"
     "7zXZ\0"sv,
     "it is compressed with xz; unxz decompresses it"},
    {"\x28\xB5\x2F\xFD"sv, "it is compressed with Zstandard; unzstd decompresses it"},
    {"\x1F\x9D"sv, "it is compressed with compress; uncompress decompresses it"},
    {"II*\0"sv, "it is a TIFF image"},
    {"MM\0*"sv, "it is a TIFF image"},
    {"PAR1"sv, "it is Parquet"},
    {"%PDF"sv, "it is a PDF document"},
    {"\x89PNG"sv, "it is a PNG image"},
};

std::string first_bytes(std::uint64_t size_bytes, const ReadSignature& read) {
  std::string first;
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(size_bytes, bytes_examined));
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

}  // namespace

std::string_view describe_other_format(std::uint64_t size_bytes, const ReadSignature& read) {
  if (size_bytes == 0) return "it is empty";
  const std::string first = first_bytes(size_bytes, read);
  if (first.find_first_not_of('\0') == std::string::npos) {
    return "it begins with zeros, so it was probably never written or transferred completely";
  }
  for (const auto& [begins, description] : binaries) {
    if (first.starts_with(begins)) return description;
  }
  const std::string text = lower_case_without_blanks(first);
  for (const auto& [begins, description] : texts) {
    if (text.starts_with(begins)) return description;
  }
  return {};
}

}  // namespace ncf::location
