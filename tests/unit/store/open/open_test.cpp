// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/open/open.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netcdf.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>
#include <map>

#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/schema.hpp"
#include "support/values.hpp"

namespace ncf::store {
namespace {

namespace fs = std::filesystem;
using model::atomic_type;
using model::Box;
using model::Schema;
using model::TypeClass;

/// Returns a schema of float v(x) with x of length 100.
Schema small_schema(Format format) {
  Schema schema = test::one_variable(TypeClass::float_, {{"x", 100}});
  schema.format = format;
  return schema;
}

void make_file(const fs::path& path, const Schema& schema) {
  const auto dataset = create_target(path, {}, schema);
  dataset->write(0, {{0}, {100}}, model::Values(schema.variables[0].type, 100));
  dataset->close();
}

Error opening_error(const fs::path& path) {
  return test::error_of([&] { open_source(path.string()); });
}

TEST(Open, WhatIsNotThere) {
  test::TemporaryFolder folder;
  const fs::path path = folder / "missing.nc";
  const Error error = opening_error(path);
  EXPECT_EQ(error.code(), ErrorCode::not_found);
  EXPECT_EQ(error.what(), path.string() + ": no such file");
}

TEST(Open, Folder) {
  test::TemporaryFolder folder;
  const fs::path path = folder / "folder.nc";
  fs::create_directory(path);
  const Error error = opening_error(path);
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_EQ(error.what(), path.string() + ": a folder, not a netCDF file or a store of Zarr");
}

TEST(Open, OtherFiles) {
  test::TemporaryFolder folder;
  for (const std::string& text :
       {std::string("this is no netCDF file, just text\n"), std::string("CD"), std::string()}) {
    const fs::path path = folder / "text.nc";
    std::ofstream(path) << text;
    const Error error = opening_error(path);
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_EQ(error.what(),
              path.string() + ": not a netCDF file" + (text.empty() ? ": it is empty" : ""));
  }
}

TEST(Open, Unreadable) {
  test::TemporaryFolder folder;
  const fs::path path = folder / "secret.nc";
  for (const Format format : {Format::classic, Format::netcdf4}) {
    make_file(path, small_schema(format));
    fs::permissions(path.parent_path(), fs::perms::owner_all | fs::perms::others_exec);
    fs::permissions(path, fs::perms::none);
    // Root can read everything, so the test runs as another user.
    constexpr uid_t nobody = 65534;
    const uid_t user = geteuid();
    if (user == 0) {
      EXPECT_EQ(seteuid(nobody), 0);
    }
    const Error error = opening_error(path);
    if (user == 0) {
      EXPECT_EQ(seteuid(user), 0);
    }
    EXPECT_EQ(error.code(), ErrorCode::no_permission);
    EXPECT_EQ(error.what(), path.string() + ": Permission denied");
    fs::remove(path);
  }
}

TEST(Open, CutShort) {
  test::TemporaryFolder folder;
  const fs::path path = folder / "cut.nc";
  make_file(path, small_schema(Format::netcdf4));
  fs::resize_file(path, fs::file_size(path) - 10);
  const Error error = opening_error(path);
  EXPECT_EQ(error.code(), ErrorCode::corrupt);
  EXPECT_NE(error.message().find("the file is cut short (HDF5: truncated file: eof = "),
            std::string::npos)
      << error.what();
}

TEST(Open, LockedByAWriter) {
  test::TemporaryFolder folder;
  const fs::path path = folder / "locked.nc";
  make_file(path, small_schema(Format::netcdf4));
  const int writer = open(path.c_str(), O_RDWR);
  ASSERT_EQ(flock(writer, LOCK_EX), 0);
  const Error error = opening_error(path);
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_EQ(error.what(),
            path.string() +
                ": locked: another program has the file open for writing (HDF5: unable to lock "
                "file, errno = 11, error message = 'Resource temporarily unavailable'). Wait until "
                "it is done. If nothing writes to the file, its file system may not support "
                "locks; then set HDF5_USE_FILE_LOCKING=FALSE in the environment");
  close(writer);
  EXPECT_NO_THROW(open_source(path.string()));
}

TEST(Open, NamesWithSpecialCharacters) {
  test::TemporaryFolder folder;
  for (const Format format : {Format::classic, Format::netcdf4}) {
    for (const char* name : {"a#b.nc", "a:b.nc", "a?b.nc", "a%20b.nc", "a b.nc", "é.nc", "a&b=c.nc",
                             "[a].nc", "a#mode=zarr"}) {
      const fs::path path = folder / name;
      make_file(path, small_schema(format));
      EXPECT_TRUE(fs::exists(path)) << path;
      EXPECT_EQ(open_source(path.string())->schema().variables.size(), 1U) << path;
      fs::remove(path);
    }
  }
}

TEST(Open, BackslashIsRefused) {
  test::TemporaryFolder folder;
  const fs::path path = folder / "a\\b.nc";
  std::ofstream(path) << "";
  EXPECT_EQ(
      opening_error(path).what(),
      path.string() + ": libnetcdf cannot use a file whose name contains a backslash; rename it");
}

TEST(Create, ExistingFileIsKept) {
  test::TemporaryFolder folder;
  const fs::path path = folder / "there.nc";
  for (const Format format : {Format::classic, Format::netcdf4}) {
    std::ofstream(path) << "precious";
    EXPECT_THROW(create_target(path, {}, small_schema(format)), Error);
    EXPECT_EQ(fs::file_size(path), 8U);
  }
}

TEST(Create, RefusesBeforeTouchingThePath) {
  test::TemporaryFolder folder;
  const fs::path path = folder / "none.nc";
  Schema schema = small_schema(Format::classic);
  schema.variables[0].type = atomic_type(TypeClass::string);
  EXPECT_THROW(create_target(path, {}, schema), Error);
  EXPECT_FALSE(fs::exists(path));
}

TEST(Create, MissingFolder) {
  test::TemporaryFolder folder;
  for (const Format format : {Format::classic, Format::netcdf4}) {
    EXPECT_EQ(
        test::reason_of([&] { create_target(folder / "nowhere/out.nc", {}, small_schema(format)); },
                        ErrorCode::not_found),
        "no such folder: " + (folder / "nowhere").string());
  }
}

TEST(Rehearse, LeavesNoFileAndNeedsLittleMemory) {
  test::TemporaryFolder folder;
  for (const Format format : {Format::classic, Format::offset64, Format::cdf5, Format::netcdf4,
                              Format::netcdf4_classic}) {
    Schema schema = small_schema(format);
    schema.dimensions[0].length = std::size_t{500} << 20;  // 2 GB of values
    schema.variables[0].no_fill = true;
    const auto dataset = create_in_memory(schema);
    EXPECT_EQ(dataset->schema().format, format);
    EXPECT_EQ(dataset->schema().dimensions[0].length, schema.dimensions[0].length);
  }
  EXPECT_FALSE(fs::exists("in-memory"));
}

TEST(Rehearse, TellsTheChunksTheLibraryChooses) {
  Schema schema = small_schema(Format::netcdf4);
  schema.variables[0].asked_filters = Chain{{1, {5}}};
  const auto dataset = create_in_memory(schema);
  const model::Variable& made = dataset->schema().variables[0];
  EXPECT_EQ(made.storage, (model::Storage{model::Layout::chunked, {100}}));
  EXPECT_EQ(made.filters, (StoredChain{{1, {5}}}));
}

TEST(Rehearse, RefusesChunksThatCannotBeReadAgain) {
  for (const Format format : {Format::nczarr, Format::zarr2, Format::zarr3}) {
    Schema schema = small_schema(format);
    schema.dimensions[0].length = std::size_t{1} << 30U;
    schema.variables[0].storage = {model::Layout::chunked, {std::size_t{1} << 30U}};
    const Error error = test::error_of([&] { create_in_memory(schema); });
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_STREQ(error.what(), "variable /v: chunks of 4 GiB or more are not supported");
  }
}

TEST(StoredBytes, ClassicIsComputed) {
  test::TemporaryFolder folder;
  make_file(folder / "c.nc", small_schema(Format::classic));
  EXPECT_EQ(open_source((folder / "c.nc").string())->stored_bytes(0), 400U);
}

TEST(StoredBytes, NetCdf4SaysWhatItTakes) {
  test::TemporaryFolder folder;
  const fs::path path = folder / "n.nc";
  Schema schema = small_schema(Format::netcdf4);
  schema.groups.push_back({"g", 0, {}});
  model::Variable inner = schema.variables[0];
  inner.group = 1;
  inner.asked_filters = Chain{{1, {9}}};
  schema.variables.push_back(inner);
  inner.name = "empty";
  schema.variables.push_back(inner);
  // Named like a dimension without being its coordinate: HDF5 knows it under another name.
  schema.dimensions.push_back({"y", 5, false, 0});
  inner = schema.variables[0];
  inner.name = "y";
  schema.variables.push_back(inner);

  const auto output = create_target(path, {}, schema);
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    if (schema.variables[id].name == "empty") continue;
    output->write(id, {{0}, {100}}, model::Values(schema.variables[id].type, 100));
  }
  output->close();

  const auto input = open_source(path.string());
  std::map<std::string, std::uint64_t> by_path;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    by_path[input->schema().variable_path(id)] = input->stored_bytes(id);
  }
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    EXPECT_EQ(output->stored_bytes(id), by_path.at(schema.variable_path(id))) << id;
  }
  EXPECT_EQ(by_path.at("/v"), 400U);
  EXPECT_EQ(by_path.at("/y"), 400U);
  EXPECT_GT(by_path.at("/g/v"), 0U);
  EXPECT_LT(by_path.at("/g/v"), 400U);
  EXPECT_EQ(by_path.at("/g/empty"), 0U);
}

}  // namespace
}  // namespace ncf::store
