// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores put together by hand: what peers on this machine do not write, or write differently.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>

#include "ncf/error.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "unit/store/zarr/read_fixture.hpp"

namespace ncf::store::zarr {
namespace {

TEST_F(ReadTest, FirstGenerationOfNczarr) {
  put(".zgroup", R"({"zarr_format":2,"_NCZARR_SUPERBLOCK":{"version":"2.0.0"},"_NCZARR_GROUP":)"
                 R"({"dims":{"t":3,"y":2},"vars":["v","c","s"],"groups":["g"]}})");
  put("v/.zarray", zarray(R"(,"_NCZARR_ARRAY":{"dimrefs":["/t","/y"],"storage":"chunked"})"));
  put("v/.zattrs", R"({"_ARRAY_DIMENSIONS":["t","y"],"units":"K","n":1,"_NCZARR_ATTR":)"
                   R"({"types":{"units":"<U1","n":"<i2"}}})");
  put("v/0.0", "\1\2\3\4");
  put("c/.zarray", R"({"zarr_format":2,"shape":[3],"chunks":[3],"dtype":"<U1","fill_value":null,)"
                   R"("order":"C","compressor":null,"filters":null,)"
                   R"("_NCZARR_ARRAY":{"dimrefs":["/t"],"storage":"contiguous"}})");
  put("c/0", "abc");
  put("s/.zarray", R"({"zarr_format":2,"shape":[1],"chunks":[1],"dtype":">i2","fill_value":0,)"
                   R"("order":"C","compressor":null,"filters":null,)"
                   R"("_NCZARR_ARRAY":{"dimrefs":[],"storage":"scalar"}})");
  put("s/0", std::string("\5\0", 2));
  put("g/.zgroup", R"({"zarr_format":2,"_NCZARR_GROUP":{"dims":{},"vars":[],"groups":[]}})");
  open();
  const model::Schema& schema = store_->schema();
  EXPECT_EQ(schema.format, Format::nczarr);
  ASSERT_EQ(schema.variables.size(), 3U);
  EXPECT_EQ(schema.variable_path(0), "/v");
  EXPECT_EQ(read<std::uint8_t>(0), (std::vector<std::uint8_t>{1, 2, 3, 4, 9, 9}));
  EXPECT_EQ(schema.variables[0].attributes.size(), 2U);
  EXPECT_EQ(schema.variables[0].attributes[1].values->type()->type_class, model::TypeClass::short_);
  EXPECT_EQ(schema.variables[1].type->type_class, model::TypeClass::char_);
  EXPECT_EQ(schema.variables[1].storage.layout, model::Layout::contiguous);
  EXPECT_EQ(read<char>(1), (std::vector<char>{'a', 'b', 'c'}));
  EXPECT_TRUE(schema.variables[2].is_scalar());
  EXPECT_EQ(read<std::int16_t>(2), std::vector<std::int16_t>{5});
  EXPECT_EQ(schema.group_path(1), "/g");
}

TEST_F(ReadTest, SecondAndThirdGenerationOfNczarr) {
  for (const bool is_third : {false, true}) {
    keys_ = make_memory_store();
    const std::string group =
        R"("_nczarr_superblock":{"version":"2.0.0"},"_nczarr_group":{)" +
        std::string(is_third ? R"("dimensions":{"t":{"size":5,"unlimited":1},"y":2},"arrays":["v"])"
                             : R"("dims":{"t":{"size":5,"unlimited":1},"y":2},"vars":["v"])") +
        R"(,"groups":["z","a"]})";
    const std::string array =
        is_third ? R"("_nczarr_array":{"dimension_references":["/t","/y"],"storage":"chunked"})"
                 : R"("_nczarr_array":{"dimrefs":["/t","/y"],"storage":"chunked"})";
    put(".zgroup", R"({"zarr_format":2)" + (is_third ? "" : "," + group) + "}");
    put(".zattrs", is_third ? "{" + group + "}" : "{}");
    put("v/.zarray", zarray(is_third ? "" : "," + array));
    put("v/.zattrs", is_third ? "{" + array + "}" : "{}");
    put("v/1.0", "\1\2\3\4");
    for (const char* name : {"a", "unlisted", "z", "z/inner"}) {
      put(std::string(name) + "/.zgroup", R"({"zarr_format":2})");
    }
    open();
    const model::Schema& schema = store_->schema();
    EXPECT_EQ(schema.format, Format::nczarr);
    std::vector<std::string> groups;
    for (const model::Group& inner : schema.groups) groups.push_back(inner.name);
    EXPECT_EQ(groups, (std::vector<std::string>{"", "z", "inner", "a", "unlisted"}));
    EXPECT_TRUE(schema.dimensions[0].is_unlimited);
    EXPECT_EQ(schema.dimensions[0].length, 5U);
    // The array ends before its dimension does; what its last chunk holds there is nothing.
    EXPECT_EQ(read<std::uint8_t>(0), (std::vector<std::uint8_t>{9, 9, 9, 9, 1, 2, 9, 9, 9, 9}));
  }
}

TEST_F(ReadTest, PlainArrays) {
  put("v/.zarray", zarray(R"(,"dimension_separator":"/")"));
  put("v/0/0", "\1\2\3\4");
  put("w/.zarray", zarray(""));
  put("w/.zattrs", R"({"_ARRAY_DIMENSIONS":["y","x"]})");
  put("x/.zarray", R"({"zarr_format":2,"shape":[4],"chunks":[9],"dtype":"<f2","order":"C",)"
                   R"("fill_value":null,"compressor":null,"filters":null})");
  put("x/.zattrs", R"({"_ARRAY_DIMENSIONS":["y"]})");
  put("x/0", std::string("\0\x3C\0\xC0\1\0\0\x7C\0\0\0\0\0\0\0\0\0\0", 18));
  open();
  const model::Schema& schema = store_->schema();
  EXPECT_EQ(schema.format, Format::zarr2);
  EXPECT_EQ(read<std::uint8_t>(0), (std::vector<std::uint8_t>{1, 2, 3, 4, 9, 9}));
  EXPECT_EQ(schema.dimension_path(schema.variables[0].dimensions[0]), "/_Anonymous_Dim_3");
  EXPECT_TRUE(schema.variables[0].attributes.empty());
  // xarray's way: the fill value is `_FillValue`.
  ASSERT_EQ(schema.variables[1].attributes.size(), 1U);
  EXPECT_EQ(schema.variables[1].attributes[0].name, "_FillValue");
  // One name, two lengths.
  EXPECT_EQ(schema.dimension_path(schema.variables[2].dimensions[0]), "/y_4");
  EXPECT_EQ(read<float>(2), (std::vector<float>{1, -2, 0x1p-24F, INFINITY}));
}

TEST_F(ReadTest, Version3) {
  const std::string bytes = R"({"name":"bytes"})";
  put("zarr.json", R"({"zarr_format":3,"node_type":"group","attributes":{"a":1}})");
  put("plain/zarr.json", zarr_json("[" + bytes + "]", R"(,"dimension_names":["y",null])"));
  put("plain/c/0/0", "abcdefgh");
  put("turned/zarr.json",
      zarr_json(R"([{"name":"transpose","configuration":{"order":[1,0]}},)" + bytes + "]"));
  put("turned/c/0/0", "aebfcgdh");
  // crc32c of "abcdefgh"
  put("summed/zarr.json", zarr_json("[" + bytes + R"(,{"name":"crc32c"}])"));
  put("summed/c/0/0", std::string("abcdefgh\x71\x04\x25\x0A", 12));
  // Chunks of 2 x 2 in shards of 2 x 4; the first chunk is missing.
  put("shards/zarr.json",
      zarr_json(R"([{"name":"sharding_indexed","configuration":{"chunk_shape":[2,2],"codecs":[)" +
                bytes + R"(],"index_codecs":[)" + bytes + R"(],"index_location":"end"}}])"));
  std::string shard = "cdgh";
  shard += std::string(16, '\xFF');
  shard += std::string("\0\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0", 16);
  put("shards/c/0/0", shard);
  open();
  const model::Schema& schema = store_->schema();
  EXPECT_EQ(schema.format, Format::zarr3);
  ASSERT_EQ(schema.variables.size(), 4U);
  const auto text = [&](model::VariableId id) {
    const auto bytes_read = read<char>(id);
    return std::string(bytes_read.begin(), bytes_read.end());
  };
  EXPECT_EQ(text(0), "abcdefgh\7\7\7\7");
  EXPECT_EQ(text(1), "\7\7cd\7\7gh\7\7\7\7");
  EXPECT_EQ(text(3), "abcdefgh\7\7\7\7");
  EXPECT_EQ(schema.dimension_path(schema.variables[0].dimensions[0]), "/y");
  EXPECT_EQ(test::reason_of([&] { text(2); }, ErrorCode::corrupt),
            "summed/c/0/0: codec crc32c: the checksum is wrong");
}

TEST_F(ReadTest, BrainFloats) {
  for (const bool is_big : {false, true}) {
    keys_ = make_memory_store();
    put("zarr.json", R"({"zarr_format":3,"node_type":"group"})");
    put("v/zarr.json",
        array_v3(R"("bfloat16")", R"("NaN")", "[1]",
                 is_big ? R"({"name":"bytes","configuration":{"endian":"big"}})"
                        : R"({"name":"bytes","configuration":{"endian":"little"}})"));
    put("v/c/0", is_big ? "\xC0\x49" : "\x49\xC0");
    open();
    EXPECT_EQ(read<float>(0), (std::vector<float>{-3.140625F}));
  }
}

TEST_F(ReadTest, ShardsWithABigEndianIndex) {
  const std::string bytes = R"({"name":"bytes"})";
  const std::string big = R"({"name":"bytes","configuration":{"endian":"big"}})";
  put("zarr.json",
      zarr_json(R"([{"name":"sharding_indexed","configuration":{"chunk_shape":[2,2],"codecs":[)" +
                bytes + R"(],"index_codecs":[)" + big + R"(]}}])"));
  put("c/0/0", "abefcdgh" + std::string("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\4"
                                        "\0\0\0\0\0\0\0\4\0\0\0\0\0\0\0\4",
                                        32));
  open();
  const auto read_bytes = read<char>(0);
  EXPECT_EQ(std::string(read_bytes.begin(), read_bytes.end()), "abcdefgh\7\7\7\7");
}

// What others remove while it is read is no hole.
TEST_F(ReadTest, AStoreThatGoes) {
  const test::TemporaryFolder place;
  const std::filesystem::path path = place / "in.zarr";
  keys_ = make_folder(path.string());
  put(".zgroup", R"({"zarr_format":2})");
  put("v/.zarray", zarray(""));
  put("v/0.0", std::string("\1\2\3\4", 4));
  open();
  EXPECT_EQ(read<std::uint8_t>(0), (std::vector<std::uint8_t>{1, 2, 3, 4, 9, 9}));
  std::filesystem::rename(path, place / "aside");
  EXPECT_THROW(read<std::uint8_t>(0), Error);
  std::filesystem::create_directory(path);
  EXPECT_THROW(read<std::uint8_t>(0), Error);
  std::filesystem::remove(path);
  std::filesystem::rename(place / "aside", path);
  EXPECT_NO_THROW(read<std::uint8_t>(0));
  std::filesystem::remove(path / "v/.zarray");
  EXPECT_THROW(read<std::uint8_t>(0), Error);
}

}  // namespace
}  // namespace ncf::store::zarr
