// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Damaged stores, and unusual ones that can just be read.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <zlib.h>

#include <cstdint>
#include <cstring>
#include <new>
#include <span>

#include "base/process/child_process.hpp"
#include "filter/kernels/builtin.hpp"
#include "ncf/error.hpp"
#include "store/zarr/metadata/attributes.hpp"
#include "store/zarr/metadata/element.hpp"
#include "support/errors.hpp"
#include "unit/store/zarr/read_fixture.hpp"

namespace ncf::store::zarr {
namespace {

using base::parse_json;

std::string replaced(std::string text, std::string_view old, std::string_view by) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return at == std::string::npos ? text : text.replace(at, old.size(), by);
}

std::string sharded(const std::string& inner, const std::string& more = "") {
  return R"([{"name":"sharding_indexed","configuration":{"chunk_shape":)" + inner +
         R"(,"codecs":[{"name":"bytes"}],"index_codecs":[{"name":"bytes"}])" + more + "}}]";
}

TEST_F(ReadTest, DamagedMetadataOfVersion3) {
  const std::string plain = zarr_json(R"([{"name":"bytes"}])");
  const struct {
    const char* message;
    std::string metadata;
  } rows[] = {
      {R"(/v cannot be read: chunk keys with the separator "-")",
       replaced(plain, R"("separator":"/")", R"("separator":"-")")},
      {"/v cannot be read: the shard shape is not a multiple of the chunk shape",
       zarr_json(sharded("[2,3]"))},
      {R"(/v cannot be read: codec sharding_indexed: "index_location" is "middle", expected "start" or "end")",
       zarr_json(sharded("[2,2]", R"(,"index_location":"middle")"))},
      {R"(/v cannot be read: "dimension_names" is ["y"], expected a list with a name for each dimension)",
       zarr_json(R"([{"name":"bytes"}])", R"(,"dimension_names":["y"])")},
      {R"(/v cannot be read: "dimension_names" is "yx", expected a list with a name for each dimension)",
       zarr_json(R"([{"name":"bytes"}])", R"(,"dimension_names":"yx")")},
      {R"(/v cannot be read: "dimension_names" is ["y",1], expected a list with a name for each dimension)",
       zarr_json(R"([{"name":"bytes"}])", R"(,"dimension_names":["y",1])")},
  };
  for (const auto& row : rows) {
    keys_ = make_memory_store();
    put("zarr.json", R"({"zarr_format":3,"node_type":"group"})");
    put("v/zarr.json", row.metadata);
    EXPECT_EQ(findings(), row.message);
  }
}

TEST_F(ReadTest, MoreDimensionsThanNetcdfHas) {
  std::string lengths = "[1";
  for (int i = 1; i < 1025; ++i) lengths += ",1";
  lengths += "]";
  put("v/.zarray", R"({"zarr_format":2,"shape":)" + lengths + R"(,"chunks":)" + lengths +
                       R"(,"dtype":"|u1","fill_value":0,"order":"C"})");
  EXPECT_EQ(findings(),
            "/v cannot be read: it has 1025 dimensions, but netCDF allows at most 1024");
}

TEST_F(ReadTest, DimensionsOfNczarrThatDoNotFit) {
  const std::string array =
      R"({"_nczarr_array":{"dimension_references":["/t","/y"],"storage":"chunked"}})";
  put(".zgroup", R"({"zarr_format":2})");
  put(".zattrs", R"({"_nczarr_group":{"dimensions":{"t":4,"y":2},"arrays":["v"],"groups":[]}})");
  put("v/.zarray", zarray(""));
  put("v/.zattrs", array);
  EXPECT_EQ(findings(), "/v cannot be read: its length is 3, that of its dimension t is 4");
  keys_ = make_memory_store();
  put(".zgroup", R"({"zarr_format":2})");
  put(".zattrs", R"({"_nczarr_group":{"dimensions":{"t":3},"arrays":["v"],"groups":[]}})");
  put("v/.zarray", zarray(""));
  put("v/.zattrs", array);
  EXPECT_EQ(findings(), "/v cannot be read: its dimension /y is not defined");
  keys_ = make_memory_store();
  put(".zgroup", R"({"zarr_format":2})");
  put(".zattrs", R"({"_nczarr_group":{"dimensions":{"t":3},"arrays":["v"],"groups":[]}})");
  put("v/.zarray", zarray(""));
  put("v/.zattrs", R"({"_nczarr_array":{"dimension_references":["/t"],"storage":"chunked"}})");
  EXPECT_EQ(findings(), "/v cannot be read: 2 dimensions, but dimension_references of 1");
}

TEST_F(ReadTest, GroupsNestedWithoutEnd) {
  std::string path;
  for (int i = 0; i < 70; ++i) {
    put(path + ".zgroup", R"({"zarr_format":2})");
    path += "g/";
  }
  EXPECT_EQ(message(), "groups nested 65 deep");
}

TEST_F(ReadTest, ConsolidatedMetadata) {
  put(".zmetadata", R"({"zarr_consolidated_format":1})");
  EXPECT_EQ(message(), R"(.zmetadata: has no object "metadata")");
  const auto group = [](const std::string& consolidated) {
    return R"({"zarr_format":3,"node_type":"group","consolidated_metadata":)" + consolidated + "}";
  };
  const struct {
    const char* consolidated;
    const char* message;
  } rows[] = {
      {R"(null)", ""},
      {R"({"kind":"inline","must_understand":false,"metadata":{}})", ""},
      {R"({"kind":"inline","metadata":7})", R"(consolidated_metadata: has no object "metadata")"},
      {R"({"kind":"remote","must_understand":false,"metadata":7})", ""},
      {R"({"kind":"remote","must_understand":true,"metadata":{}})",
       R"(consolidated_metadata of kind "remote" must be understood)"},
      {R"({"kind":"remote"})", R"(consolidated_metadata of kind "remote" must be understood)"},
      {R"(7)", R"(consolidated_metadata: is not a JSON object)"},
  };
  for (const std::string path : {"", "inner/"}) {
    for (const auto& row : rows) {
      keys_ = make_memory_store();
      put("zarr.json", R"({"zarr_format":3,"node_type":"group"})");
      put(path + "zarr.json", group(row.consolidated));
      const std::string what = row.message;
      const std::string place = path.empty() ? "" : "/inner cannot be read: ";
      EXPECT_EQ(path.empty() ? message() : findings(),
                what.empty() ? "" : place + path + "zarr.json: " + what);
    }
  }
}

TEST_F(ReadTest, CharactersOfFourBytes) {
  const auto texts_of = [](const std::string& bytes) {
    return R"({"name":"fixed_length_utf32","configuration":{"length_bytes":)" + bytes + "}}";
  };
  put("zarr.json", R"({"zarr_format":3,"node_type":"group"})");
  put("a/zarr.json", array_v3(texts_of("8"), R"("")"));
  put("a/c/0", std::string("\x42\x30\0\0z\0\0\0", 8));
  put("b/zarr.json", array_v3(texts_of("6"), R"("")"));  // no whole number of them
  put("b/c/0", "abcdef");
  open();
  model::Values values(store_->schema().variables[0].type);
  store_->read(0, {{0}, {1}}, values);
  EXPECT_EQ(get_string(values, 0), "\u3042z");
  const auto& findings = store_->schema().findings;
  ASSERT_EQ(store_->schema().variables.size(), 1U);
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings.back().message(),
            "/b cannot be read: its elements are of the unsupported type " + texts_of("6"));
}

TEST_F(ReadTest, StringsWhoseFirstDimensionVariesFastest) {
  put("v/.zarray",
      R"({"zarr_format":2,"shape":[2,3],"chunks":[2,3],"dtype":"|O","fill_value":"","order":"F",)"
      R"("filters":[{"id":"vlen-utf8"}],"compressor":null})");
  std::string chunk("\6\0\0\0", 4);
  for (const char* text : {"a", "d", "b", "e", "c", "f"}) {
    chunk += std::string("\1\0\0\0", 4) + text;
  }
  put("v/0.0", chunk);
  open();
  model::Values values(store_->schema().variables[0].type);
  store_->read(0, {{0, 0}, {2, 3}}, values);
  std::string read_back;
  for (std::size_t i = 0; i < 6; ++i) read_back += get_string(values, i);
  EXPECT_EQ(read_back, "abcdef");
}

TEST_F(ReadTest, PythonObjectsThatAreNoStrings) {
  put("v/.zarray", replaced(zarray(""), "|u1", "|O"));
  open();
  const Error error = test::error_of([&] { read<char*>(0); });
  EXPECT_EQ(error.code(), ErrorCode::unsupported);
  EXPECT_STREQ(error.what(),
               "Python objects, which only codecs vlen-utf8 and vlen-bytes make readable");
}

/// Returns a member of a gzip file.
std::string gzip(const std::string& text) {
  z_stream stream{};
  constexpr int gzip_header_and_largest_window = 16 + 15;
  constexpr int memory_level = 8;
  deflateInit2(&stream, 6, Z_DEFLATED, gzip_header_and_largest_window, memory_level,
               Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

class GzipTest : public ReadTest {
 protected:
  /// Reads an array of eight bytes with this chunk; returns the values or the error.
  std::string chunk_or_error(const std::string& chunk) {
    keys_ = make_memory_store();
    put("zarr.json", array_v3(R"("r64")", "[0,0,0,0,0,0,0,0]", "[1]",
                              R"({"name":"bytes"},{"name":"gzip","configuration":{"level":6}})"));
    put("c/0", chunk);
    open();
    try {
      const auto values = read<EightBytes>(0);
      return {values[0].begin(), values[0].end()};
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::corrupt);
      return error.what();
    }
  }
};

TEST_F(GzipTest, ChunksAreReadToTheirEndAndNotBeyond) {
  const std::string place = "c/0: codec gzip: ";
  const std::string packed = gzip("abcdefgh");
  EXPECT_EQ(chunk_or_error(packed), "abcdefgh");
  EXPECT_EQ(chunk_or_error(gzip("abcdefghi")), place + "decodes to more than the 8 bytes expected");
  for (std::size_t bytes = 0; bytes < packed.size(); ++bytes) {
    const std::string what = chunk_or_error(packed.substr(0, bytes));
    EXPECT_TRUE(what.starts_with(place)) << bytes << ": " << what;
  }
  EXPECT_EQ(chunk_or_error(packed.substr(0, 12)), place + "deflate data cut short");
  std::string damaged = packed;
  damaged[packed.size() - 6] ^= 1;  // in the checksum
  EXPECT_EQ(chunk_or_error(damaged), place + "deflate data contradict their checksum");
}

// numcodecs reads them too, by Python's gzip.
TEST_F(GzipTest, AllMembersAreRead) {
  const std::string place = "c/0: codec gzip: ";
  const std::string damaged = place + "damaged deflate data";
  const std::string packed = gzip("abcdefgh");
  const std::string zeros(5, '\0');
  EXPECT_EQ(chunk_or_error(gzip("abcd") + gzip("efgh")), "abcdefgh");
  EXPECT_EQ(chunk_or_error(gzip("") + gzip("abcd") + zeros + gzip("") + gzip("efgh")), "abcdefgh");
  EXPECT_EQ(chunk_or_error(packed + gzip("")), "abcdefgh");
  EXPECT_EQ(chunk_or_error(packed + zeros), "abcdefgh");
  EXPECT_EQ(chunk_or_error(packed + gzip("i")),
            place + "decodes to more than the 8 bytes expected");
  EXPECT_EQ(chunk_or_error(gzip("abcd") + gzip("efgh").substr(0, 12)),
            place + "deflate data cut short");
  EXPECT_EQ(chunk_or_error(packed + "more"), damaged);
  EXPECT_EQ(chunk_or_error(packed + zeros + "x"), place + "deflate data cut short");
}

// When memory runs out, chunks are not reported as damaged.
TEST(OwnKernels, SayThatMemoryIsShort) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the sanitizer needs all address space";
#endif
  constexpr std::size_t bytes = std::size_t{64} << 20U;
  const std::string packed = gzip(std::string(bytes, '\0'));
  const auto codec =
      filter::parse_codec(parse_json(R"({"id":"gzip","level":1})"), filter::ZarrFormat::v2);
  const auto result = base::run_in_child([&] {
    const filter::Kernel kernel = filter::find_codec_kernel(codec).value();
    const filter::Workspace workspace = kernel.make_workspace();
    base::ByteBuffer decoded;
    const rlimit nothing_more{1, 1};
    setrlimit(RLIMIT_AS, &nothing_more);
    if (::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) {
      return std::string("no limit");
    }
    try {
      kernel.decode(workspace, {}, std::as_bytes(std::span(packed)), decoded, bytes);
      return std::string("decoded");
    } catch (const std::bad_alloc&) {
      return std::string("no memory");
    } catch (const Error& error) {
      return std::string(error.what());
    }
  });
  if (result.text == "no limit") GTEST_SKIP() << "memory cannot be limited here";
  EXPECT_EQ(result.text, "no memory") << result.failure;
}

// Their number of bytes is not known in advance.
TEST_F(GzipTest, StringsOfAnyLength) {
  const std::string text(300'000, 'x');
  const auto length = static_cast<std::uint32_t>(text.size());
  std::string chunk("\1\0\0\0", 4);
  for (unsigned i = 0; i < 4; ++i) chunk += static_cast<char>(length >> (8 * i) & 0xFFU);
  put("zarr.json", array_v3(R"("string")", R"("")", "[1]",
                            R"({"name":"vlen-utf8"},{"name":"gzip","configuration":{"level":6}})"));
  put("c/0", gzip(chunk + text));
  open();
  model::Values values(store_->schema().variables[0].type);
  store_->read(0, {{0}, {1}}, values);
  EXPECT_EQ(get_string(values, 0), text);
}

TEST_F(ReadTest, ChecksumsWithoutRoom) {
  put("zarr.json", array_v3(R"("uint8")", "0", "[1]", R"({"name":"bytes"},{"name":"crc32c"})"));
  put("c/0", "abc");
  open();
  EXPECT_EQ(test::reason_of([&] { read<char>(0); }), "c/0: codec crc32c: too short for a checksum");
}

TEST_F(ReadTest, DamagedShards) {
  const auto message_of = [&](const std::string& shard) {
    keys_ = make_memory_store();
    put("zarr.json", zarr_json(sharded("[2,2]")));
    put("c/0/0", shard);
    open();
    const Error error = test::error_of([&] { read<char>(0); });
    EXPECT_EQ(error.code(), ErrorCode::corrupt);
    return std::string(error.what());
  };
  const std::string rest(16, '\xFF');
  EXPECT_EQ(message_of("abcd"), "c/0/0: the shard is shorter than its index");
  EXPECT_EQ(message_of("abcd" + std::string("\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0", 16) + rest),
            "c/0/0: the index of the shard is damaged; it places a chunk of 4294967296 bytes at "
            "offset 0");
  EXPECT_EQ(message_of("abcd" + std::string("\0\0\0\0\0\0\0\0\x40\0\0\0\0\0\0\0", 16) + rest),
            "c/0/0, chunk 0 of it: is cut short");
  const std::string missing(8, '\xFF');
  const std::string four("\4\0\0\0\0\0\0\0", 8);
  EXPECT_EQ(message_of("abcd" + missing + four + rest),
            "c/0/0: the index of the shard is damaged; it places a chunk of 4 bytes at offset "
            "18446744073709551615");
  EXPECT_EQ(message_of("abcd" + four + missing + rest),
            "c/0/0: the index of the shard is damaged; it places a chunk of 18446744073709551615 "
            "bytes at offset 4");
}

// The JSON of some writers has 3.0 instead of 3.
TEST(Attributes, NumbersOfTheTypeThatIsNoted) {
  const struct {
    const char* json;
    const char* type;
    std::int64_t value;
  } rows[] = {
      {"3.0", "short", 3},      {"-2.0e1", "short", -20}, {"32767.0", "short", 32767},
      {"32768.0", "double", 0}, {"3.5", "double", 0},     {"1e300", "double", 0},
      {"\"text\"", "char", 0},
  };
  const std::string shorts = "<i2";
  for (const auto& row : rows) {
    const auto attribute =
        parse_attribute("a", parse_json(row.json), &shorts, nullptr, filter::ZarrFormat::v2);
    ASSERT_EQ(attribute.values->type()->name, row.type) << row.json;
    std::int16_t value = 0;
    if (attribute.values->size_bytes() == sizeof value) {
      std::memcpy(&value, attribute.values->data(), sizeof value);
      EXPECT_EQ(value, row.value) << row.json;
    }
  }
}

TEST(Attributes, UserDefinedTypesHaveNoJson) {
  model::Type type;
  type.type_class = model::TypeClass::opaque;
  type.name = "blob";
  type.size_bytes = 4;
  const model::Values values(std::make_shared<const model::Type>(type), 1);
  EXPECT_EQ(test::reason_of([&] { static_cast<void>(format_values(values)); }),
            "is of type blob, and attributes in Zarr have no user-defined types");
}

TEST(Dtype, FormattingIsParsingBackwards) {
  for (const char* text : {"|b1", "|i1", "<i2", ">u4", "<f8", "<f2", "|S1", "|S4", "<U3", ">U2",
                           "|O", "|V8", "<c8", ">c16"}) {
    EXPECT_EQ(format_dtype(parse_dtype(base::Json(text))), text);
  }
}

}  // namespace
}  // namespace ncf::store::zarr
