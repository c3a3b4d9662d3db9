// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "location/contents.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ncf::location {
namespace {

const std::string hdf5_magic = "\x89HDF\r\n\x1A\n";

Contents contents_of(const std::string& bytes) {
  return file_contents(bytes.size(), [&bytes](std::uint64_t offset) {
    SignatureBytes read{};
    for (std::size_t i = 0; i < read.size() && offset + i < bytes.size(); ++i) {
      read[i] = static_cast<std::byte>(bytes[offset + i]);
    }
    return read;
  });
}

std::optional<Signature> signature_of(const std::string& bytes) {
  const Contents contents = contents_of(bytes);
  EXPECT_EQ(contents.kind, Contents::Kind::file);
  return contents.signature;
}

TEST(FileContents, SignaturesAtTheStart) {
  const std::string more(24, '\0');
  EXPECT_EQ(signature_of("CDF\x01" + more), Signature::classic);
  EXPECT_EQ(signature_of("CDF\x02" + more), Signature::offset64);
  EXPECT_EQ(signature_of("CDF\x05" + more), Signature::cdf5);
  EXPECT_EQ(signature_of("\x0E\x03\x13\x01" + more), Signature::hdf4);
  EXPECT_EQ(signature_of(hdf5_magic + more), Signature::hdf5);
}

TEST(FileContents, NearlyASignature) {
  const std::string more(2000, '\0');
  for (const std::string& start :
       {std::string("CDF\x03"), std::string("CDF\x04"), std::string("cdf\x01"),
        std::string("\x89HDF\n\x1A\n"), std::string("PK\x03\x05"), " " + hdf5_magic}) {
    EXPECT_EQ(signature_of(start + more), std::nullopt) << start;
  }
}

TEST(FileContents, Hdf5BehindAUserBlock) {
  for (const std::size_t user_block : {512U, 1024U, 2048U, 65536U}) {
    EXPECT_EQ(signature_of(std::string(user_block, 'x') + hdf5_magic), Signature::hdf5);
  }
  for (const std::size_t user_block : {1U, 256U, 513U, 1536U}) {
    EXPECT_EQ(signature_of(std::string(user_block, 'x') + hdf5_magic + std::string(4096, 'x')),
              std::nullopt)
        << user_block;
  }
}

// Only HDF5 has user blocks.
TEST(FileContents, ClassicHasNoUserBlock) {
  EXPECT_EQ(signature_of(std::string(512, 'x') + "CDF\x01" + std::string(64, '\0')), std::nullopt);
}

TEST(FileContents, TooShort) {
  EXPECT_EQ(signature_of(""), std::nullopt);
  EXPECT_EQ(signature_of("CDF"), std::nullopt);
  EXPECT_EQ(signature_of("CDF\x01"), std::nullopt);
  EXPECT_EQ(signature_of(hdf5_magic), std::nullopt);
  EXPECT_EQ(signature_of(hdf5_magic + "x"), Signature::hdf5);
  EXPECT_EQ(signature_of(std::string(512, 'x') + hdf5_magic.substr(0, 7)), std::nullopt);
}

TEST(FileContents, ReadsOnlyWhereSignaturesMayBe) {
  std::vector<std::uint64_t> offsets;
  const auto read_zeros = [&offsets](std::uint64_t offset) {
    offsets.push_back(offset);
    return SignatureBytes{};
  };
  EXPECT_EQ(file_contents(5000, read_zeros).signature, std::nullopt);
  EXPECT_EQ(offsets, (std::vector<std::uint64_t>{0, 512, 1024, 2048, 4096, 0, 8, 16, 24, 32, 40}));
}

TEST(FileContents, OtherFormats) {
  const auto description = [](std::string_view text) {
    const std::string what = why_no_dataset(contents_of(std::string(text)));
    return what.substr(0, std::min(what.find(';'), what.find(", often")));
  };
  using namespace std::string_view_literals;
  const std::pair<std::string_view, const char*> rows[] = {
      {"", "not a netCDF file: it is empty"},
      {"\0\0\0\0\0\0\0\0\0\0"sv,
       "not a netCDF file: it begins with zeros, so it was probably never written or transferred "
       "completely"},
      {"\n <!DOCTYPE HTML>", "not a netCDF file: it is HTML, the page of a website"},
      {"<Html>", "not a netCDF file: it is HTML, the page of a website"},
      {"<?xml version=\"1.0\"?><Error>", "not a netCDF file: it is XML"},
      {"GRIB", "not a netCDF file: it is GRIB"},
      {"GRIB\0\0\0\2 and more"sv, "not a netCDF file: it is GRIB 2"},
      {"<html><head>\n<TITLE lang=en>\n Earthdata\tLogin </title>",
       "not a netCDF file: it is HTML, the page of a website with the title \"Earthdata Login\""},
      {"II*\0 and more"sv, "not a netCDF file: it is a TIFF image, perhaps GeoTIFF"},
      {"BUFR and more", "not a netCDF file: it is BUFR"},
      {"\x1F\x8B\b\0\0\0\0\0\0\0"sv, "not a netCDF file: it is compressed with gzip"},
      {"\x28\xB5\x2F\xFD and more", "not a netCDF file: it is compressed with Zstandard"},
      {"version https://git-lfs.github.com/spec/v1",
       "not a netCDF file: it is a pointer of Git LFS"},
      {"/annex/objects/SHA256E-s1--0.nc", "not a netCDF file: it is a pointer of git-annex"},
      {"netcdf a {", "not a netCDF file: it is CDL, from which ncfgen makes one"},
      {"\x0E\x03\x13\x01 and more", "an HDF4 file, not a netCDF file"},
      {"CDF\x01", "not a netCDF file"},
      {"some other text", "not a netCDF file"},
      {"gribbles", "not a netCDF file"},
  };
  for (const auto& [text, expected] : rows) EXPECT_EQ(description(text), expected) << text;
  const auto zip = [](std::vector<std::string> names) {
    return why_no_dataset(store_contents(Contents::Kind::zip, names));
  };
  EXPECT_EQ(zip({"a.nc", "b.nc"}),
            "a zip file that contains no Zarr store: it contains a.nc, b.nc; unzip it first");
  EXPECT_EQ(
      zip({"LICENSE", "a.txt", "z/b.nc", "x", "y"}),
      "a zip file that contains no Zarr store: it contains z/b.nc, LICENSE, a.txt and 2 more; "
      "unzip it first");
  const auto folder = [](std::vector<std::string> names) {
    return why_no_dataset(folder_contents(names));
  };
  constexpr const char* no_folder = "a folder, not a netCDF file or a store of Zarr: it ";
  EXPECT_TRUE(folder({"manifests", "refs", "snapshots"})
                  .starts_with(std::string(no_folder) + "is an Icechunk repository"));
  EXPECT_TRUE(folder({"refs.0.parq"}).starts_with(std::string(no_folder) + "contains Parquet"));
  std::string tar(600, '\0');
  tar.replace(0, 4, "a.nc").replace(257, 5, "ustar");
  EXPECT_EQ(description(tar), "not a netCDF file: it is a tar archive");
}

TEST(FileContents, ZipFilesAreKnownAndNotWhatIsInThem) {
  for (const char* magic : {"PK\x03\x04", "PK\x05\x06"}) {
    const std::string text = magic + std::string(600, '\0');
    const Contents contents = file_contents(text.size(), [&](std::uint64_t offset) {
      SignatureBytes bytes{};
      for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes.at(i) = static_cast<std::byte>(text.at(offset + i));
      }
      return bytes;
    });
    EXPECT_EQ(contents.kind, Contents::Kind::zip);
    EXPECT_EQ(contents.signature, std::nullopt);
  }
  const std::vector<std::string> names = {"v", "zarr.json"};
  EXPECT_EQ(store_contents(Contents::Kind::zip, names).signature, Signature::zarr3);
}

TEST(FileContents, JsonIsKnownAndNotWhatIsInIt) {
  for (const std::string text : {"{\"version\": 1}", " \n\t{\"refs\": {}}"}) {
    EXPECT_EQ(contents_of(text).kind, Contents::Kind::json);
    EXPECT_EQ(contents_of(text).signature, std::nullopt);
  }
  EXPECT_EQ(contents_of("[\"version\", 1]").kind, Contents::Kind::file);
  const std::string user_block = "{" + std::string(511, ' ') + hdf5_magic + std::string(24, '\0');
  EXPECT_EQ(contents_of(user_block).kind, Contents::Kind::file);
  EXPECT_EQ(contents_of(user_block).signature, Signature::hdf5);
  const std::vector<std::string> names = {".zgroup", "v"};
  EXPECT_EQ(store_contents(Contents::Kind::json, names).kind, Contents::Kind::json);
  EXPECT_EQ(store_contents(Contents::Kind::json, names).signature, Signature::zarr2);
}

TEST(FolderContents, ByTheNamesInIt) {
  const auto signature = [](const std::vector<std::string>& names) {
    EXPECT_EQ(folder_contents(names).kind, Contents::Kind::folder);
    return folder_contents(names).signature;
  };
  EXPECT_EQ(signature({"a", ".zgroup", "b"}), Signature::zarr2);
  EXPECT_EQ(signature({".zarray", "0"}), Signature::zarr2);
  EXPECT_EQ(signature({".zmetadata"}), Signature::zarr2);
  EXPECT_EQ(signature({".nczgroup"}), Signature::zarr2);
  EXPECT_EQ(signature({"c", "zarr.json"}), Signature::zarr3);
  EXPECT_EQ(signature({"zarr", ".zattrs", "x.zgroup"}), std::nullopt);
  EXPECT_EQ(signature({}), std::nullopt);
}

}  // namespace
}  // namespace ncf::location
