// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "location/other_format.hpp"

#include <algorithm>
#include <string>

#include "base/text/characters.hpp"

namespace ncf::location {
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
