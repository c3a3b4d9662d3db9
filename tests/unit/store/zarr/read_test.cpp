// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stores put together by hand: what peers on this machine do not write, or write differently.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>

#include "ncf/error.hpp"
#include "store/zarr/metadata/attributes.hpp"
#include "store/zarr/metadata/element.hpp"
#include "store/zarr/metadata/fill_value.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/little_endian.hpp"
#include "unit/store/zarr/read_fixture.hpp"

namespace ncf::store::zarr {
namespace {

using base::parse_json;

TEST_F(ReadTest, FirstGenerationOfNczarr) {
  put(".zgroup", R"({"zarr_format":2,"_NCZARR_SUPERBLOCK":{"version":"2.0.0"},"_NCZARR_GROUP":)"
                 R"({"dims":{"t":3,"y":2},"vars":["v","c","s"],"groups":["g"]}})");
  put("v/.zarray", zarray(R"(,"_NCZARR_ARRAY":{"dimrefs":["/t","/y"],"storage":"chunked"})"));
  put("v/.zattrs", R"({"_ARRAY_DIMENSIONS":["t","y"],"units":"K","n":1,"_NCZARR_ATTR":)"
                   R"({"types":{"units":"<U1","n":"<i2"}}})");
  put("v/0.0", "\1\2\3\4");
  put("c/.zarray", R"({"zarr_format":2,"shape":[3],"chunks":[3],"dtype":"<U1","fill_value":null,)"
                   R"("order":"C","_NCZARR_ARRAY":{"dimrefs":["/t"],"storage":"contiguous"}})");
  put("c/0", "abc");
  put("s/.zarray", R"({"zarr_format":2,"shape":[1],"chunks":[1],"dtype":">i2","fill_value":0,)"
                   R"("order":"C","_NCZARR_ARRAY":{"dimrefs":[],"storage":"scalar"}})");
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
            "summed/c/0/0: filter 65538 (crc32c): the checksum is wrong");
}

TEST_F(ReadTest, WhatCannotBeReadIsToldWhenItIsAskedFor) {
  put(".zgroup", R"({"zarr_format":2})");
  put("a/.zarray", zarray(""));
  put("b/.zarray", R"({"zarr_format":2,"shape":[1],"chunks":[1],"dtype":"|u1","fill_value":0,)"
                   R"("order":"C","filters":[{"id":"mine","x":1.50}],"compressor":null})");
  put("c/.zarray", R"({"zarr_format":2,"shape":[1],"chunks":[1],"dtype":[["x","<i4"]],)"
                   R"("fill_value":null,"order":"C","filters":null,"compressor":null})");
  open();
  EXPECT_EQ(read<std::uint8_t>(0).size(), 6U);
  EXPECT_EQ(format_compact_json(filter::list_of_codecs(store_->schema().variables[1].codecs)),
            R"([{"id":"mine","x":1.50}])");
  const Error error = test::error_of([&] { read<std::uint8_t>(1); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_NE(std::string(error.what()).find("mine"), std::string::npos) << error.what();
  ASSERT_EQ(store_->schema().variables.size(), 2U);
  ASSERT_FALSE(store_->schema().findings.empty());
  EXPECT_EQ(store_->schema().findings.back().message(),
            R"(/c cannot be read: its elements are of the unsupported type [["x","<i4"]])");
}

TEST_F(ReadTest, NamesFilesThatAreNoPartOfTheStore) {
  put("zarr.json", R"({"zarr_format":3,"node_type":"group"})");
  put("g/zarr.json", R"({"zarr_format":3,"node_type":"group"})");
  put("g/v/zarr.json", array_v3(R"("int8")", "0"));
  put(".zgroup", R"({"zarr_format":2})");
  put("g/README.txt", "read me");
  put("g/.DS_Store", "hidden");
  put("g/v/c/0", "chunk");
  open();
  std::vector<std::string> messages;
  for (const model::Finding& finding : store_->schema().findings) {
    messages.push_back(finding.message());
  }
  EXPECT_EQ(messages, (std::vector<std::string>{
                          "/.zgroup is left out: the store is read as Zarr v3",
                          "/g/README.txt is left out: it is no part of the Zarr store"}));
}

TEST_F(ReadTest, FillValuesOfTypesThatNetcdfLacks) {
  put(".zgroup", R"({"zarr_format":2})");
  put("a/.zarray", array_v2("<c8", "[1.5,-2]"));
  put("b/.zarray", array_v2(">M8[ns]", "-9223372036854775808"));
  put("c/.zarray", array_v2("<m8[s]", "258"));
  put("d/.zarray", array_v2("|V8", R"("AQIDAAAAAAA=")"));
  put("e/.zarray", array_v2(">c16", R"(["NaN",0.5])"));
  put("f/.zarray", array_v2("<c8", "0.0"));
  put("g/.zarray", array_v2("<M8[D]", R"("NaT")"));
  open();
  using Complex = std::array<float, 2>;
  constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();
  EXPECT_EQ(read<Complex>(0), std::vector<Complex>({{1.5F, -2.F}}));
  EXPECT_EQ(read<std::int64_t>(1), std::vector<std::int64_t>({none}));
  EXPECT_EQ(read<std::int64_t>(2), std::vector<std::int64_t>({258}));
  EXPECT_EQ(read<EightBytes>(3), std::vector<EightBytes>({{1, 2, 3}}));
  const auto wide = read<std::array<double, 2>>(4)[0];
  EXPECT_TRUE(std::isnan(wide[0]));
  EXPECT_EQ(wide[1], 0.5);
  EXPECT_EQ(read<Complex>(5), std::vector<Complex>({{0, 0}}));
  EXPECT_EQ(read<std::int64_t>(6), std::vector<std::int64_t>({none}));
}

TEST_F(ReadTest, FillValuesInVersion3OfTypesThatNetcdfLacks) {
  const std::string date =
      R"({"name":"numpy.datetime64","configuration":{"unit":"s","scale_factor":1}})";
  put("zarr.json", R"({"zarr_format":3,"node_type":"group"})");
  put("a/zarr.json", array_v3(date, R"("NaT")"));
  put("b/zarr.json", array_v3(R"("complex64")", R"(["0x3fc00000","-Infinity"])"));
  put("c/zarr.json", array_v3(R"("r16")", "[1,255]"));
  put("d/zarr.json",
      array_v3(R"({"name":"raw_bytes","configuration":{"length_bytes":2}})", R"("Af8=")"));
  open();
  EXPECT_EQ(read<std::int64_t>(0),
            std::vector<std::int64_t>({std::numeric_limits<std::int64_t>::min()}));
  EXPECT_EQ((read<std::array<float, 2>>(1)),
            (std::vector<std::array<float, 2>>({{1.5F, -INFINITY}})));
  using TwoBytes = std::array<unsigned char, 2>;
  EXPECT_EQ(read<TwoBytes>(2), (std::vector<TwoBytes>({{1, 255}})));
  EXPECT_EQ(read<TwoBytes>(3), (std::vector<TwoBytes>({{1, 255}})));
}

TEST_F(ReadTest, AnAttributeThatIsNoFillValueHidesNoOtherArray) {
  const auto with_fill = [](std::string array, const std::string& fill) {
    array.back() = ',';
    return array + R"("attributes":{"_FillValue":)" + fill + "}}";
  };
  put("zarr.json", R"({"zarr_format":3,"node_type":"group"})");
  put("a/zarr.json", with_fill(array_v3(R"("r16")", "[1,255]"), R"("AQ")"));
  put("b/zarr.json", with_fill(array_v3(R"("complex64")", "[0,0]"), "[1,2]"));
  open();
  const auto& variables = store_->schema().variables;
  EXPECT_EQ(model::text_of(*variables[0].attributes.at(0).values), "AQ");
  EXPECT_TRUE(model::same_type(*variables[1].attributes.at(0).values->type(), *variables[1].type));
}

TEST(Dtype, TimesAreIntegersWithUnits) {
  const struct {
    const char* dtype;
    const char* units;  ///< null: it cannot be read
  } rows[] = {
      {"<M8[ns]", "nanoseconds since 1970-01-01"},
      {">M8[25s]", "25 seconds since 1970-01-01"},
      {"<M8[W]", "7 days since 1970-01-01"},
      {"<m8[2W]", "14 days"},
      {"<m8[us]", "microseconds"},
      {"<M8[M]", nullptr},  // months have no fixed length
      {"<M8[Y]", nullptr},
      {"<M8", nullptr},
      {"<M8[]", nullptr},
      {"<M8[0s]", nullptr},
      {"<M8[s", nullptr},
      {"<M4[s]", nullptr},
      {"<M8[99999999999s]", nullptr},
      {"<f16", nullptr},
      {"<c32", nullptr},
  };
  for (const auto& row : rows) {
    try {
      EXPECT_EQ(parse_dtype(base::Json(row.dtype)).units, row.units ? row.units : "none");
    } catch (const Error& error) {
      EXPECT_EQ(row.units, nullptr) << row.dtype;
      EXPECT_EQ(error.code(), ErrorCode::unsupported);
    }
  }
}

TEST_F(ReadTest, OneArrayAtFaultLeavesTheOthers) {
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

TEST(Array, OneDimensionHasOneOrder) {
  std::string metadata = array_v2("|u1", "0");
  metadata.replace(metadata.find(R"("C")"), 3, R"("F")");
  EXPECT_TRUE(parse_array_v2(parse_json(metadata), Writer::any).stored_order.empty());
}

// libnetcdf's szip needs a byte order, of single bytes too; zarr-python takes none of these.
TEST(Array, BytesNameAnOrderForSzipAlone) {
  const auto dtype_with = [](const std::string& type, const std::string& compressor) {
    std::string metadata = array_v2(type, "0");
    metadata.replace(metadata.find("null"), 4, compressor);
    const ArrayMetadata array = parse_array_v2(parse_json(metadata), Writer::any);
    return format_array_v2(array).find("dtype")->text;
  };
  const std::string szip = R"({"id":"szip","mask":4,"pixels-per-block":8})";
  EXPECT_EQ(dtype_with("|i1", szip), "<i1");
  EXPECT_EQ(dtype_with(">u1", szip), ">u1");
  EXPECT_EQ(dtype_with("|i1", R"({"id":"zlib","level":1})"), "|i1");
  EXPECT_EQ(dtype_with("<i1", "null"), "|i1");
}

TEST(FillValue, AsXarrayHasIt) {
  const auto type = model::atomic_type(model::TypeClass::float_);
  const std::string half = "AAAAAAAA4D8=";  // of Python's struct.pack("<d", 0.5)
  const auto value = parse_xarray_fill(base::Json(half), type);
  ASSERT_TRUE(value);
  EXPECT_EQ(format_xarray_fill(*value), base::Json(half));
  float number = 0;
  std::memcpy(&number, value->data(), sizeof number);
  EXPECT_EQ(number, 0.5F);
  EXPECT_FALSE(parse_xarray_fill(base::Json("AAAA"), type));
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

TEST_F(ReadTest, LinksAreTold) {
  const test::TemporaryFolder place;
  keys_ = make_folder((place / "in.zarr").string());
  put(".zgroup", R"({"zarr_format":2})");
  put("v/.zarray", zarray(""));
  std::filesystem::create_directory_symlink("v", place / "in.zarr/w");
  EXPECT_EQ(message(),
            "w/.zarray: w is a link, which is not followed; replace it by what it leads to");
}

// As where the disk that holds them is not mounted.
TEST_F(ReadTest, LinksToNowhereAreTold) {
  const test::TemporaryFolder place;
  keys_ = make_folder((place / "in.zarr").string());
  put(".zgroup", R"({"zarr_format":2})");
  std::filesystem::create_directory_symlink("/nowhere/w", place / "in.zarr/w");
  EXPECT_EQ(message(),
            "w/.zarray: w is a link, which is not followed; replace it by what it leads to");
}

TEST_F(ReadTest, WhatNczarrNamesMustBeThere) {
  put(".zgroup", R"({"zarr_format":2})");
  put(".zattrs", R"({"_nczarr_group":{"dimensions":{},"arrays":["a","b"],"groups":[]}})");
  put("a/.zarray", zarray(""));
  EXPECT_EQ(message(), "group /: array b is named in _nczarr_group but does not exist");
  keys_ = make_memory_store();
  put(".zgroup", R"({"zarr_format":2})");
  put(".zattrs", R"({"_nczarr_group":{"dimensions":{},"arrays":[],"groups":["g"]}})");
  EXPECT_EQ(message(), "group /: group g is named in _nczarr_group but does not exist");
}

TEST_F(ReadTest, TextsWithNuls) {
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
              "a text contains a NUL, which netCDF strings cannot contain");
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

TEST_F(ReadTest, AbsurdMetadata) {
  const struct {
    const char* shape;
    const char* chunks;
    const char* message;
  } rows[] = {
      {"[3]", "[2,2]", "variable /v: 1 dimension, but chunks of 2"},
      {"[3]", "[0]", "variable /v: a chunk length is 0"},
      {"[-1]", "[2]", R"(variable /v: "shape" contains -1, which is not a length)"},
      {"[1.5]", "[2]", R"(variable /v: "shape" contains 1.5, which is not a length)"},
      {"null", "[2]", R"(variable /v: "shape" is not a list of lengths)"},
      {"[4294967296,4294967296]", "[1,1]",
       "variable /v: the shape 4294967296 x 4294967296 is too large"},
  };
  for (const auto& row : rows) {
    keys_ = make_memory_store();
    put("v/.zarray", std::string(R"({"zarr_format":2,"shape":)") + row.shape + R"(,"chunks":)" +
                         row.chunks + R"(,"dtype":"|u1","fill_value":0,"order":"C"})");
    EXPECT_EQ(message(), row.message);
  }
}

TEST(Attributes, OfEveryShapeOfJson) {
  const struct {
    const char* json;
    const char* type;
    std::size_t count;
  } rows[] = {
      {"\"text\"", "char", 4},
      {"1", "int", 1},
      {"-2147483649", "int64", 1},
      {"18446744073709551615", "uint64", 1},
      {"1.5", "double", 1},
      {"[1,2.5]", "double", 2},
      {"true", "ubyte", 1},
      {"[true,false]", "ubyte", 2},
      {"[\"a\",\"b\"]", "string", 2},
      {"[]", "char", 0},
      {"null", "char", 4},
      {"{\"a\":1}", "char", 7},
      {"[1,\"a\"]", "char", 7},
      {"[[1],[2]]", "char", 9},
      {"\"NaN\"", "char", 3},
      {"[\"NaN\",\"Infinity\"]", "string", 2},
      {"[\"NaN\",1]", "char", 9},
      {"[NaN,1]", "double", 2},
      {"1e300", "double", 1},
      {"[1,null]", "char", 8},
  };
  for (const auto& row : rows) {
    const auto attribute =
        parse_attribute("a", parse_json(row.json), nullptr, nullptr, filter::ZarrFormat::v3);
    EXPECT_EQ(attribute.values->type()->name, row.type) << row.json;
    EXPECT_EQ(attribute.values->count(), row.count) << row.json;
  }
  const std::string chars = ">S1";
  const auto text =
      parse_attribute("a", parse_json("{\"k\": 1}"), &chars, nullptr, filter::ZarrFormat::v2);
  EXPECT_EQ(model::text_of(*text.values), "{\"k\":1}");
}

std::string rewritten(const char* json, filter::ZarrFormat from, Format to,
                      const model::Type* variable = nullptr) {
  const model::Attribute attribute =
      parse_attribute("valid_range", parse_json(json), nullptr, variable, from);
  return format_compact_json(format_attribute(attribute, variable, to));
}

TEST(Attributes, KeepTheJsonTheyWereReadFrom) {
  using filter::ZarrFormat;
  for (const char* json :
       {"1", "1.0", "1.50", "[1]", "[]", "true", "[true,false]", "null", R"({"b":1,"a":{"c":[]}})",
        R"([1,"a"])", "[[1],[2]]", "123456789012345678901234567890", R"("text")", R"(["a"])",
        "[0.1,1e5]"}) {
    EXPECT_EQ(rewritten(json, ZarrFormat::v2, Format::zarr2), json);
    EXPECT_EQ(rewritten(json, ZarrFormat::v2, Format::zarr3), json);
    EXPECT_EQ(rewritten(json, ZarrFormat::v3, Format::zarr2), json);
  }
  // What follows the variable's type does so in the output.
  const model::TypeRef shorts = model::atomic_type(model::TypeClass::short_);
  EXPECT_EQ(rewritten("[5]", ZarrFormat::v3, Format::zarr2, shorts.get()), "[5]");
}

TEST(Attributes, InNczarrAreWhatLibnetcdfReads) {
  const std::pair<const char*, const char*> cases[] = {
      {"1.50", "1.50"},
      {"[true,false]", "[true,false]"},
      {R"(["a"])", R"(["a"])"},
      {R"({"b":1})", R"({"b":1})"},
      {"null", R"("null")"},
      {"[]", R"("")"},
      {"[[1],[2]]", R"("[[1],[2]]")"},
      {R"([1,"a"])", R"("[1,\"a\"]")"},
      {"[NaN,1]", "[NaN,1]"},
      {"18446744073709551615", "18446744073709551615"},
      {"18446744073709551616", "1.8446744073709552e+19"},
  };
  for (const auto& [json, written] : cases) {
    EXPECT_EQ(rewritten(json, filter::ZarrFormat::v2, Format::nczarr), written);
  }
  const model::Attribute mixed =
      parse_attribute("a", parse_json(R"([1,"a"])"), nullptr, nullptr, filter::ZarrFormat::v2);
  EXPECT_EQ(find_loss(mixed, nullptr, Format::nczarr),
            "text: netCDF's attributes are texts or numbers of one type");
  EXPECT_EQ(find_loss(mixed, nullptr, Format::zarr3), "");
}

TEST(Attributes, SpellNanAsZarrPythonDoes) {
  using filter::ZarrFormat;
  for (const char* json :
       {"NaN", "[-Infinity,1.50]", R"("NaN")", R"(["NaN"])", R"({"a":[NaN,"NaN"]})"}) {
    EXPECT_EQ(rewritten(json, ZarrFormat::v2, Format::zarr3), json);
    EXPECT_EQ(rewritten(json, ZarrFormat::v3, Format::zarr2), json);
    EXPECT_EQ(rewritten(json, ZarrFormat::v3, Format::nczarr), json);
  }
}

TEST(Attributes, AreTheirValuesIfTheJsonMeansOthers) {
  model::Attribute attribute =
      parse_attribute("a", parse_json("[1]"), nullptr, nullptr, filter::ZarrFormat::v2);
  attribute.values = std::make_shared<const model::Values>(model::text_values("edited"));
  for (const Format format : {Format::zarr2, Format::zarr3, Format::nczarr}) {
    EXPECT_EQ(format_compact_json(format_attribute(attribute, nullptr, format)), R"("edited")");
  }
  // Another name, another type.
  const model::TypeRef bytes = model::atomic_type(model::TypeClass::byte_);
  attribute =
      parse_attribute("valid_min", parse_json("1.50e0"), nullptr, nullptr, filter::ZarrFormat::v2);
  EXPECT_EQ(format_compact_json(format_attribute(attribute, nullptr, Format::zarr2)), "1.50e0");
  attribute = parse_attribute("a", parse_json("1e0"), nullptr, nullptr, filter::ZarrFormat::v2);
  attribute.name = "valid_min";
  EXPECT_EQ(format_compact_json(format_attribute(attribute, bytes.get(), Format::zarr2)), "1.0");
  // Text for libnetcdf, a number for others.
  const std::string json_text = "|J0";
  attribute = parse_attribute("a", parse_json("1"), &json_text, nullptr, filter::ZarrFormat::v2);
  EXPECT_EQ(format_compact_json(format_attribute(attribute, nullptr, Format::zarr2)), R"("1")");
  EXPECT_EQ(format_compact_json(format_attribute(attribute, nullptr, Format::nczarr)), R"("1")");
}

}  // namespace
}  // namespace ncf::store::zarr
