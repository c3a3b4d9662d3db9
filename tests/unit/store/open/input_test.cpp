// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/open/input.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <string_view>

#include "base/library/build_config.hpp"
#include "libnetcdf/functions.hpp"
#include "store/open/open.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/schema.hpp"
#include "support/zip_bytes.hpp"

namespace ncf::store {
namespace {

namespace fs = std::filesystem;
using location::Evidence;
using location::Implementation;

/// Makes a file with int v(x) of length 3.
void make_file(const fs::path& path, Format format = Format::netcdf4) {
  model::Schema schema = test::one_variable(model::TypeClass::int_, {{"x", 3}});
  schema.format = format;
  const auto dataset = create_target(path, {}, schema);
  dataset->write(0, {{0}, {3}}, model::Values(schema.variables[0].type, 3));
  dataset->close();
}

void write_text(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

Error error_of(const std::string& name) {
  SCOPED_TRACE(name);
  return test::error_of([&] { (void)find_input(name); });
}

/// Changes to a folder and back.
class WorkingFolder {
 public:
  explicit WorkingFolder(const fs::path& folder) : before_(fs::current_path()) {
    fs::current_path(folder);
  }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;
  ~WorkingFolder() { fs::current_path(before_); }

 private:
  fs::path before_;
};

TEST(FindInput, AFileIsMeantWhateverItsNameLooksLike) {
  const test::TemporaryFolder folder;
  fs::create_directories(folder / "work/http:");
  fs::create_directories(folder / "work/file:");
  const WorkingFolder working_folder(folder / "work");
  for (const char* name : {"a#mode=zarr", "a:b", "a?b", "[a]b", "[a][b]c", " a", "a ", "file:a",
                           "http://a", "http:/b", "file:/c", "file://d", "file:///e"}) {
    make_file("plain");
    fs::rename("plain", name);
    const Input input = find_input(name);
    EXPECT_EQ(input.inference.by, Evidence::contents) << name;
    EXPECT_EQ(input.path, fs::path(name));
    EXPECT_EQ(open_source(name)->schema().variables.size(), 1U) << name;
  }
}

TEST(FindInput, PlainNamesAreGivenToLibnetcdfAsWritten) {
  const test::TemporaryFolder folder;
  const WorkingFolder working_folder(folder / "");
  make_file("a.nc");
  EXPECT_EQ(find_input("a.nc").name, "a.nc");
  EXPECT_EQ(find_input("./a.nc").name, "./a.nc");
}

TEST(FindInput, FileUrls) {
  const test::TemporaryFolder folder;
  fs::create_directory(folder / "sub");
  make_file(folder / "sub/a.nc");
  const WorkingFolder working_folder(folder / "");
  const std::string path = (folder / "sub/a.nc").string();
  for (const std::string& url : {"file://" + path, "file:" + path, "file://" + path + "#mode=bytes",
                                 std::string("file://sub/a.nc"), "file://" + path + "#mode=zarr"}) {
    const Input input = find_input(url);
    EXPECT_EQ(input.inference.implementation, Implementation::hdf5) << url;
    EXPECT_TRUE(fs::equivalent(input.path.value(), path)) << url;
    EXPECT_EQ(open_source(url)->schema().variables.size(), 1U) << url;
    EXPECT_EQ(open_source(url)->stored_bytes(0), 12U) << url;
  }
}

TEST(FindInput, TheirPathsAreDecoded) {
  const test::TemporaryFolder folder;
  const WorkingFolder working_folder(folder / "");
  make_file("a b#c.nc");
  EXPECT_EQ(find_input("file://a%20b%23c.nc").path, fs::path("a b#c.nc"));
  EXPECT_EQ(open_source("file://a%20b%23c.nc#mode=bytes")->schema().variables.size(), 1U);
  make_file("a%20b%23c.nc");  // with exactly this name
  EXPECT_EQ(find_input("file://a%20b%23c.nc").path, fs::path("a%20b%23c.nc"));
}

TEST(FindInput, WhatLibnetcdfGetsIsDecodedToo) {
  const test::TemporaryFolder folder;
  write_text(folder / "a b", "not a dataset");
  write_text(folder / "a?b", "not a dataset");
  const std::string place = folder.path().string();
  EXPECT_EQ(find_input("file://" + place + "/a%20b#mode=nczarr,file").name,
            "file://" + place + "/a b#mode=nczarr,file");
  EXPECT_STREQ(error_of("file://" + place + "/a%3Fb#mode=nczarr,file").what(),
               "libnetcdf cannot open a file URL whose path contains ? or #; rename the file");
}

TEST(FindInput, ZipFilesByContents) {
  const test::TemporaryFolder folder;
  const std::string path = (folder / "a").string();
  write_text(path, test::zip_of({{"v/.zarray", "{}"}, {".zgroup", "{}"}}));
  for (const std::string& text : {path, "file://" + path, "file://" + path + "#mode=nczarr,zip"}) {
    const Input input = find_input(text);
    EXPECT_EQ(input.inference.implementation, Implementation::zarr) << text;
    EXPECT_TRUE(input.open_keys) << text;
    EXPECT_EQ(input.kind, location::Contents::Kind::zip) << text;
  }
  write_text(path, test::zip_of({{"v/text", "no store"}}));
  EXPECT_STREQ(error_of(path).what(),
               "a zip file that contains no Zarr store: it contains v; unzip it first");
  write_text(path, std::string("PK\x03\x04 a zip file"));
  EXPECT_STREQ(error_of(path).what(),
               "the directory at the end of the zip file is missing; the file is truncated");
  write_text(path, "not a zip file");
  EXPECT_STREQ(error_of("file://" + path + "#mode=nczarr,zip").what(),
               "not a zip file, although the URL says mode=zip");
}

constexpr bool reads_from_servers = !std::string_view(NCF_NETWORK_MODULE).empty();

TEST(FindInput, ModeBytesNeedsALibnetcdfThatReadsInParts) {
  if (reads_from_servers || libnetcdf::functions().has_byte_ranges())
    GTEST_SKIP() << "this one does";
  EXPECT_STREQ(error_of("http://host/a.nc#mode=bytes").what(),
               "mode=bytes needs a libnetcdf built with byte-range access, and this one is built "
               "without it; download the file, or use another mode");
}

TEST(FindInput, UrlsOfServersArePassedOn) {
  const Input dap = find_input("dods://host/a?x");
  EXPECT_EQ(dap.inference.implementation, Implementation::dap2);
  EXPECT_EQ(dap.name, "http://host/a?x#mode=dap2");
  EXPECT_EQ(dap.path, std::nullopt);
  EXPECT_EQ(find_input("https://host/a#dap4").name, "https://host/a#mode=dap4");
  EXPECT_EQ(find_input("https://host/a#zarr").name, "https://host/a#mode=zarr,nczarr");
}

TEST(FindInput, TheRegionOfTheEnvironment) {
  unsetenv("AWS_REGION");
  unsetenv("AWS_DEFAULT_REGION");
  EXPECT_EQ(find_input("s3://b/k").name, "https://s3.us-east-1.amazonaws.com/b/k#mode=s3");
  setenv("AWS_DEFAULT_REGION", "eu-west-1", 1);
  EXPECT_EQ(find_input("s3://b/k").name, "https://s3.eu-west-1.amazonaws.com/b/k#mode=s3");
  setenv("AWS_REGION", "eu-north-1", 1);
  EXPECT_EQ(find_input("s3://b/k").name, "https://s3.eu-north-1.amazonaws.com/b/k#mode=s3");
  unsetenv("AWS_REGION");
  unsetenv("AWS_DEFAULT_REGION");
}

TEST(FindInput, NothingThere) {
  const test::TemporaryFolder folder;
  const std::string path = (folder / "missing").string();
  for (const std::string& name : {path, "file://" + path, "file://" + path + "#mode=zarr,file",
                                  "file://" + path + "#mode=bytes"}) {
    EXPECT_EQ(error_of(name).code(), ErrorCode::not_found) << name;
    EXPECT_STREQ(error_of(name).what(), "no such file") << name;
  }
  // DAP looks for missing.dds.
  EXPECT_EQ(find_input("file://" + path + "#mode=dap2").inference.implementation,
            Implementation::dap2);
}

TEST(FindInput, NeitherFileNorFolder) {
  const test::TemporaryFolder folder;
  const fs::path fifo = folder / "fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(error_of(fifo.string()).code(), ErrorCode::unsupported);
  EXPECT_STREQ(error_of(fifo.string()).what(), "neither a file nor a folder");
}

TEST(FindInput, IncorrectUrls) {
  EXPECT_EQ(error_of("htp://host/a").code(), ErrorCode::syntax);
  EXPECT_STREQ(error_of("htp://host/a").what(),
               "unknown protocol, expected http, https, file, dods, dap4, s3 or gs3\n"
               "  htp://host/a\n"
               "  ^~~");
}

// ---- Zarr ---------------------------------------------------------------------------------------

std::string array_metadata(const std::string& replaced = "", const std::string& by = "") {
  std::string text =
      R"({"zarr_format": 2, "shape": [3], "chunks": [3], "dtype": "<i4", "fill_value": 0, )"
      R"("order": "C", "compressor": null, "filters": null})";
  if (!replaced.empty()) text.replace(text.find(replaced), replaced.size(), by);
  return text;
}

void make_zarr(const fs::path& store, const std::string& metadata) {
  write_text(store / ".zgroup", R"({"zarr_format": 2})");
  write_text(store / "g/.zgroup", R"({"zarr_format": 2})");
  write_text(store / "g/v/.zarray", metadata);
  write_text(store / "g/v/0", std::string("\1\0\0\0\2\0\0\0\3\0\0\0", 12));
}

TEST(FindInput, ZarrStoresByPathAndUrl) {
  const test::TemporaryFolder folder;
  make_zarr(folder / "a#b?.zarr", array_metadata());
  make_zarr(folder / "a.zarr", array_metadata());
  const std::string path = (folder / "a.zarr").string();
  for (const std::string& name :
       {path, "file://" + path, "file://" + path + "#zarr", (folder / "a#b?.zarr").string()}) {
    const auto dataset = open_source(name);
    const model::Schema& schema = dataset->schema();
    ASSERT_EQ(schema.variables.size(), 1U);
    EXPECT_EQ(schema.variable_path(0), "/g/v");
    model::Values values(schema.variables[0].type);
    dataset->read(0, {{0}, {3}}, values);
    EXPECT_EQ(static_cast<const int*>(static_cast<const void*>(values.data()))[2], 3);
    EXPECT_EQ(dataset->stored_bytes(0), 12U);
  }
}

TEST(FindInput, OnlyFilesAreReadIntoMemory) {
  const test::TemporaryFolder folder;
  make_zarr(folder / "a.zarr", array_metadata());
  for (const std::string& name : {(folder / "a.zarr").string(), std::string("http://host/a")}) {
    EXPECT_EQ(
        test::reason_of([&] { open_source(name, {.in_memory = true}); }, ErrorCode::unsupported),
        name + ": only a netCDF file can be read into memory first");
  }
}

TEST(FindInput, ZarrMetadataThatIsNone) {
  const test::TemporaryFolder folder;
  const std::string path = (folder / "a.zarr").string();
  for (const char* metadata : {"", "{", "[]", "null"}) {
    make_zarr(path, metadata);
    SCOPED_TRACE(metadata);
    const auto dataset = open_source(path);
    ASSERT_EQ(dataset->schema().findings.size(), 1U);
    const std::string message = dataset->schema().findings.front().message();
    EXPECT_TRUE(message.starts_with("/g/v cannot be read: g/v/.zarray: ")) << message;
  }
}

TEST(FindInput, ZarrOfVersion3ThatIsNoFolder) {
  if (reads_from_servers) GTEST_SKIP() << "this build reads it";
  EXPECT_EQ(error_of("http://host/a#mode=zarr,v3").code(), ErrorCode::unsupported);
  EXPECT_STREQ(
      error_of("http://host/a#mode=zarr,v3").what(),
      "a Zarr version 3 store that is not a local folder or zip file; libnetcdf cannot read it");
}

TEST(InputBytes, OfFilesFoldersAndServers) {
  const test::TemporaryFolder folder;
  make_file(folder / "a.nc");
  EXPECT_EQ(input_bytes(find_input((folder / "a.nc").string())), fs::file_size(folder / "a.nc"));
  make_zarr(folder / "a.zarr", array_metadata());
  const std::uint64_t metadata = 2 * std::string(R"({"zarr_format": 2})").size();
  EXPECT_EQ(input_bytes(find_input((folder / "a.zarr").string())),
            metadata + array_metadata().size() + 12);
  EXPECT_EQ(input_bytes(find_input("http://host/a")), 0U);
}

}  // namespace
}  // namespace ncf::store
