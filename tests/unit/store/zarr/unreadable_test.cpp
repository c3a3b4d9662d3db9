// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores put together by hand that cannot be read, or not as a whole.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>

#include "ncf/error.hpp"
#include "store/zarr/metadata/json_values.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "unit/store/zarr/read_fixture.hpp"

namespace ncf::store::zarr {
namespace {

using UnreadableTest = ReadTest;

TEST_F(UnreadableTest, WhatCannotBeReadIsToldWhenItIsAskedFor) {
  put(".zgroup", R"({"zarr_format":2})");
  put("a/.zarray", zarray(""));
  put("b/.zarray", R"({"zarr_format":2,"shape":[1],"chunks":[1],"dtype":"|u1","fill_value":0,)"
                   R"("order":"C","filters":[{"id":"mine","x":1.50}],"compressor":null})");
  put("c/.zarray", R"({"zarr_format":2,"shape":[1],"chunks":[1],"dtype":[["x","<i4"]],)"
                   R"("fill_value":null,"order":"C","filters":null,"compressor":null})");
  open();
  EXPECT_EQ(read<std::uint8_t>(0).size(), 6U);
  EXPECT_EQ(
      format_compact_json(filter::list_of_codecs(store_->schema().variables[1].codecs.list())),
      R"([{"id":"mine","x":1.50}])");
  const Error error = test::error_of([&] { read<std::uint8_t>(1); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_NE(std::string(error.what()).find("mine"), std::string::npos) << error.what();
  ASSERT_EQ(store_->schema().variables.size(), 2U);
  ASSERT_FALSE(store_->schema().findings.empty());
  EXPECT_EQ(store_->schema().findings.back().message(),
            R"(/c cannot be read: its elements are of the unsupported type [["x","<i4"]])");
}

TEST_F(UnreadableTest, NamesFilesThatAreNoPartOfTheStore) {
  put("zarr.json", R"({"zarr_format":3,"node_type":"group"})");
  put("g/zarr.json", R"({"zarr_format":3,"node_type":"group"})");
  put("g/v/zarr.json", array_v3(R"("int8")", "0"));
  put(".zgroup", R"({"zarr_format":2})");
  put("g/README.txt", "read me");
  put("g/.DS_Store", "hidden");
  put("g/v/c/0", "chunk");
  EXPECT_EQ(findings(),
            "/.zgroup is left out: the store is read as Zarr v3\n"
            "/g/README.txt is left out: it is no part of the Zarr store");
}

TEST_F(UnreadableTest, OneArrayAtFaultLeavesTheOthers) {
  const std::string shards = R"({"name":"sharding_indexed","configuration":{"chunk_shape":)"
                             R"([1073741824],"codecs":[{"name":"bytes"}],)"
                             R"("index_codecs":[{"name":"bytes"}]}})";
  const std::string many = R"({"name":"sharding_indexed","configuration":{"chunk_shape":[1],)"
                           R"("codecs":[{"name":"bytes"}],"index_codecs":[{"name":"bytes"}]}})";
  const struct {
    bool is_v3;
    std::string metadata;
    const char* message;  ///< none: it can be read
  } rows[] = {
      {false, array_v2("<c8", R"("none")"),
       R"(fill_value "none" is not a value of type complex64)"},
      {false, array_v2("|u1", "0", "[4294967296]"), "chunks of 4 GiB or more are not supported"},
      {true, array_v3(R"("uint8")", "0", "[4294967296]"),
       "chunks of 4 GiB or more are not supported"},
      {true, array_v3(R"("r16")", "[1,256]"), "fill_value [1,256] is not a value of type V2"},
      {true, array_v3(R"("uint8")", "0", "[4294967296]", shards), nullptr},
      {true, array_v3(R"("uint8")", "0", "[4294967296]", many),
       "shards of so many chunks that their index has 4 GiB"},
  };
  for (const auto& row : rows) {
    keys_ = make_memory_store();
    const std::string name = row.is_v3 ? "/zarr.json" : "/.zarray";
    if (row.is_v3) put("zarr.json", R"({"zarr_format":3,"node_type":"group"})");
    put("fine" + name, row.is_v3 ? array_v3(R"("uint8")", "5") : array_v2("|u1", "5"));
    put("v" + name, row.metadata);
    open();
    EXPECT_EQ(read<std::uint8_t>(0), std::vector<std::uint8_t>{5});
    try {
      read<std::uint8_t>(1);
      EXPECT_EQ(row.message, nullptr);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unsupported);
      EXPECT_STREQ(error.what(), row.message);
    }
  }
}

TEST_F(UnreadableTest, LinksAreTold) {
  const test::TemporaryFolder place;
  keys_ = make_folder((place / "in.zarr").string());
  put(".zgroup", R"({"zarr_format":2})");
  put("v/.zarray", zarray(""));
  std::filesystem::create_directory_symlink("v", place / "in.zarr/w");
  EXPECT_EQ(findings(),
            "/w cannot be read: w/.zarray: w is a link, which is not followed; replace it by what "
            "it leads to");
}

// As where the disk that holds them is not mounted.
TEST_F(UnreadableTest, LinksToNowhereAreTold) {
  const test::TemporaryFolder place;
  keys_ = make_folder((place / "in.zarr").string());
  put(".zgroup", R"({"zarr_format":2})");
  std::filesystem::create_directory_symlink("/nowhere/w", place / "in.zarr/w");
  EXPECT_EQ(findings(),
            "/w cannot be read: w/.zarray: w is a link, which is not followed; replace it by what "
            "it leads to");
}

TEST_F(UnreadableTest, WhatNczarrNamesMustBeThere) {
  put(".zgroup", R"({"zarr_format":2})");
  put(".zattrs", R"({"_nczarr_group":{"dimensions":{},"arrays":["a","b"],"groups":[]}})");
  put("a/.zarray", zarray(""));
  EXPECT_EQ(findings(), "/b cannot be read: _nczarr_group names it, but it does not exist");
  keys_ = make_memory_store();
  put(".zgroup", R"({"zarr_format":2})");
  put(".zattrs", R"({"_nczarr_group":{"dimensions":{},"arrays":[],"groups":["g"]}})");
  EXPECT_EQ(findings(), "/g cannot be read: _nczarr_group names it, but it does not exist");
}

TEST_F(UnreadableTest, TextsWithNuls) {
  put(".zgroup", R"({"zarr_format":2})");
  put("a/.zarray", array_v2("|S4", "null"));
  put("a/0", std::string("a\0b\0", 4));
  put("b/.zarray", array_v2("<U3", "null"));
  put("b/0", std::string("a\0\0\0\0\0\0\0b\0\0\0", 12));
  put("c/.zarray",
      R"({"zarr_format":2,"shape":[1],"chunks":[1],"dtype":"|O","fill_value":null,"order":"C",)"
      R"("filters":[{"id":"vlen-utf8"}],"compressor":null})");
  put("c/0", std::string("\1\0\0\0\3\0\0\0a\0b", 11));
  open();
  for (const model::VariableId id : {0U, 1U, 2U}) {
    EXPECT_EQ(test::error_of([&] { read<char*>(id); }).message(),
              "a text contains a NUL, which ends strings and names; only values of type char can "
              "contain one");
  }
}

TEST_F(UnreadableTest, AbsurdMetadata) {
  const struct {
    const char* shape;
    const char* chunks;
    const char* message;
  } rows[] = {
      {"[3]", "[2,2]", "/v cannot be read: 1 dimension, but chunks of 2"},
      {"[3]", "[0]", "/v cannot be read: a chunk length is 0"},
      {"[-1]", "[2]", R"(/v cannot be read: "shape" contains -1, which is not a length)"},
      {"[1.5]", "[2]", R"(/v cannot be read: "shape" contains 1.5, which is not a length)"},
      {"null", "[2]", R"(/v cannot be read: "shape" is not a list of lengths)"},
      {"[4294967296,4294967296]", "[1,1]",
       "/v cannot be read: the shape 4294967296 x 4294967296 is too large"},
  };
  for (const auto& row : rows) {
    keys_ = make_memory_store();
    put("v/.zarray", std::string(R"({"zarr_format":2,"shape":)") + row.shape + R"(,"chunks":)" +
                         row.chunks + R"(,"dtype":"|u1","fill_value":0,"order":"C"})");
    EXPECT_EQ(findings(), row.message);
    EXPECT_TRUE(store_->schema().variables.empty());
  }
}

TEST_F(UnreadableTest, ArraysWithoutARequiredMember) {
  for (const std::string name : {"zarr_format", "shape", "chunks", "dtype", "compressor", "filters",
                                 "fill_value", "order"}) {
    keys_ = make_memory_store();
    std::string metadata = zarray("");
    metadata.replace(metadata.find('"' + name) + 1, 1, "_");
    put("v/.zarray", metadata);
    EXPECT_NE(findings().find('"' + name + '"'), std::string::npos) << name;
    EXPECT_TRUE(store_->schema().variables.empty());
  }
}

TEST_F(UnreadableTest, UnknownMembersOfExtensions) {
  for (const std::string name : {"separator", "chunk_shape"}) {
    keys_ = make_memory_store();
    put("zarr.json", R"({"zarr_format":3,"node_type":"group"})");
    std::string metadata = zarr_json(R"([{"name":"bytes"}])");
    metadata.replace(metadata.find('"' + name) + 1, 1, "_");
    put("v/zarr.json", metadata);
    EXPECT_EQ(findings(),
              "/v cannot be read: metadata \"_" + name.substr(1) + "\" must be understood");
  }
}

TEST_F(UnreadableTest, ConsolidatedMetadataThatDiffer) {
  const auto findings_with = [&](const std::string& from, const std::string& to) {
    keys_ = make_memory_store();
    put(".zgroup", R"({"zarr_format":2})");
    put("v/.zarray", zarray(""));
    std::string copy = zarray("");
    copy.replace(copy.find(from), from.size(), to);
    put(".zmetadata", R"({"zarr_consolidated_format":1,"metadata":{"v/.zarray":)" + copy + "}}");
    return findings();
  };
  const auto note = [](const std::string& part) {
    return "/v has another " + part +
           " in the consolidated metadata, which xarray reads instead; consolidate the store again";
  };
  EXPECT_EQ(findings_with("[3,2]", "[ 3, 2 ]"), "");
  EXPECT_EQ(findings_with("|u1", "<u1"), "");
  EXPECT_EQ(findings_with("\"order\":\"C\"", "\"order\":\"x\""), "");
  EXPECT_EQ(findings_with("[3,2]", "[2,2]"), note("shape"));
  EXPECT_EQ(findings_with("[2,2]", "[3,2]"), note("chunk shape"));
  EXPECT_EQ(findings_with("|u1", "|i1"), note("type"));
  EXPECT_EQ(findings_with("\"order\":\"C\"", "\"order\":\"F\""), note("order"));
  EXPECT_EQ(findings_with("null", "{\"id\":\"zlib\"}"), note("list of codecs"));
  EXPECT_EQ(findings_with("{", "{\"dimension_separator\":\"/\","), note("form of chunk keys"));
  EXPECT_EQ(findings_with("\"fill_value\":9", "\"fill_value\":8"), note("fill value"));
  EXPECT_EQ(findings_with(zarray(""), "null"), "");
  EXPECT_EQ(store_->schema().dimensions.front().length, 3U);
}

TEST_F(UnreadableTest, MetadataThatCannotBeReadAreNotWritten) {
  const std::string large(std::size_t{65} << 20U, 'x');
  EXPECT_EQ(
      test::reason_of([&] { write_json(*keys_, "v/.zattrs", base::Json(large)); },
                      ErrorCode::unsupported),
      "v/.zattrs: ncf could not read these metadata again: more than 64 MiB, 2000000 values or "
      "64 levels; leave out large attributes");
  EXPECT_NO_THROW(write_json(*keys_, "v/.zattrs", base::Json(large.substr(0, large.size() / 2))));
}

TEST_F(UnreadableTest, BrokenMetadataHideNoOtherNode) {
  const struct {
    const char* key;
    const char* json;
    const char* reason;
  } rows[] = {
      {"v/.zarray", "{", "it ends too early"},
      {"v/.zarray", R"({"zarr_format":3})", R"("zarr_format" is 3, expected 2)"},
      {"v/.zattrs", "[]", "is not a JSON object"},
      {"v/.zgroup", "7", "is not a JSON object"},
  };
  for (const auto& row : rows) {
    keys_ = make_memory_store();
    put(".zgroup", R"({"zarr_format":2})");
    put("fine/.zarray", array_v2("|u1", "5"));
    if (row.key != std::string("v/.zgroup")) put("v/.zarray", array_v2("|u1", "5"));
    if (row.key == std::string("v/.zgroup")) put("v/inner/.zarray", array_v2("|u1", "5"));
    put(row.key, row.json);
    const std::string found = findings();
    EXPECT_TRUE(found.starts_with(std::string("/v cannot be read: ") + row.key + ": ")) << found;
    EXPECT_NE(found.find(row.reason), std::string::npos) << found;
    ASSERT_EQ(store_->schema().variables.size(), 1U);
    EXPECT_EQ(read<std::uint8_t>(0), std::vector<std::uint8_t>{5});
  }
}

TEST_F(UnreadableTest, BrokenDimensionsHideOnlyTheirArrays) {
  put(".zgroup", R"({"zarr_format":2})");
  put(".zattrs",
      R"({"_nczarr_group":{"dimensions":{"x":1,"y":"?"},"arrays":["a","b"],"groups":[]}})");
  for (const std::string name : {"a", "b"}) {
    put(name + "/.zarray", array_v2("|u1", "5"));
    put(name + "/.zattrs", R"({"_nczarr_array":{"dimension_references":["/)" +
                               std::string(name == "a" ? "x" : "y") +
                               R"("],"storage":"chunked"}})");
  }
  EXPECT_EQ(findings(),
            "/y cannot be read: it has no valid length\n"
            "/b cannot be read: its dimension /y is not defined");
  EXPECT_EQ(read<std::uint8_t>(0), std::vector<std::uint8_t>{5});
}

TEST_F(UnreadableTest, ABrokenArrayLengthensNoDimension) {
  put(".zgroup", R"({"zarr_format":2})");
  put(".zattrs", R"({"_nczarr_group":{"dimensions":{"t":{"size":1,"unlimited":1},"y":5},)"
                 R"("arrays":["v"],"groups":[]}})");
  put("v/.zarray", zarray(""));
  put("v/.zattrs", R"({"_nczarr_array":{"dimension_references":["/t","/y"],"storage":"chunked"}})");
  EXPECT_EQ(findings(), "/v cannot be read: its length is 2, that of its dimension y is 5");
  EXPECT_EQ(store_->schema().dimensions[0].length, 1U);
}

// zarr-python 2 writes them for empty arrays with chunks=False.
TEST_F(UnreadableTest, ChunksWithoutLengthHoldNoValues) {
  put("zarr.json", R"({"zarr_format":3,"node_type":"group"})");
  std::string metadata = array_v3(R"("uint8")", "5", "[0]");
  const std::string shape = R"("shape":[1])";
  put("v/zarr.json", metadata.replace(metadata.find(shape), shape.size(), R"("shape":[0])"));
  EXPECT_EQ(findings(), "");
  EXPECT_TRUE(read<std::uint8_t>(0).empty());
  keys_ = make_memory_store();
  put("v/.zarray", R"({"zarr_format":2,"shape":[0,3],"chunks":[0,3],"dtype":"|u1","order":"C",)"
                   R"("compressor":null,"filters":null,"fill_value":0})");
  EXPECT_EQ(findings(), "");
  EXPECT_TRUE(read<std::uint8_t>(0).empty());
}

}  // namespace
}  // namespace ncf::store::zarr
