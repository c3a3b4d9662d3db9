// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/metadata/array.hpp"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "ncf/error.hpp"
#include "store/zarr/metadata/element.hpp"
#include "support/errors.hpp"
#include "support/table.hpp"
#include "unit/store/zarr/read_fixture.hpp"

namespace ncf::store::zarr {
namespace {

using base::parse_json;

TEST(Dtype, TimesAreIntegersWithUnits) {
  const auto units_of = [](const std::string& dtype) {
    try {
      return parse_dtype(base::Json(dtype)).units;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::unsupported);
      return std::string("unsupported");
    }
  };
  test::expect_table(units_of, R"(
    <M8[ns]           -> nanoseconds since 1970-01-01
    >M8[25s]          -> 25 seconds since 1970-01-01
    <M8[W]            -> 7 days since 1970-01-01
    <m8[2W]           -> 14 days
    <m8[us]           -> microseconds
    // Months have no fixed length.
    <M8[M]            -> unsupported
    <M8[Y]            -> unsupported
    <M8               -> unsupported
    <M8[]             -> unsupported
    <M8[0s]           -> unsupported
    <M8[s             -> unsupported
    <M4[s]            -> unsupported
    <M8[99999999999s] -> unsupported
    <f16              -> unsupported
    <c32              -> unsupported
  )");
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
    return format_array_v2(array, Writer::any).find("dtype")->text;
  };
  const std::string szip = R"({"id":"szip","mask":4,"pixels-per-block":8})";
  EXPECT_EQ(dtype_with("|i1", szip), "<i1");
  EXPECT_EQ(dtype_with(">u1", szip), ">u1");
  EXPECT_EQ(dtype_with("|i1", R"({"id":"zlib","level":1})"), "|i1");
  EXPECT_EQ(dtype_with("<i1", "null"), "|i1");
}

// numcodecs refuses such chunks; HDF5's shuffle would restore other values than were stored.
TEST(Array, ShuffleTakesWholeElements) {
  const auto fault_with = [](const std::string& element_bytes) {
    std::string metadata = array_v2("<i4", "0");
    const std::string codec = R"({"id":"shuffle","elementsize":)" + element_bytes + "}";
    metadata.replace(metadata.find("null"), 4, codec);
    const ArrayMetadata array = parse_array_v2(parse_json(metadata), Writer::any);
    return array.fault ? array.fault->message() : "none";
  };
  for (const char* const whole : {"4", "2", "1"}) EXPECT_EQ(fault_with(whole), "none") << whole;
  EXPECT_EQ(
      fault_with("2147483648"),
      "codec shuffle has elements of 2147483648 bytes, which do not divide chunks of 4 bytes");
  EXPECT_NE(fault_with("7"), "none");
}

TEST(Array, EachShuffleTakesWholeElementsUntilSizesAreUnknown) {
  const auto fault_with = [](const std::string& codecs) {
    std::string metadata = array_v2("<i4", "0");
    metadata.replace(metadata.find(R"("filters":null)"), 14, R"("filters":)" + codecs);
    const ArrayMetadata array = parse_array_v2(parse_json(metadata), Writer::any);
    return array.fault ? array.fault->message() : "none";
  };
  const std::string four = R"({"id":"shuffle","elementsize":4})";
  const std::string eight = R"({"id":"shuffle","elementsize":8})";
  EXPECT_EQ(fault_with("[" + four + "," + four + "]"), "none");
  EXPECT_EQ(fault_with("[" + four + "," + eight + "]"),
            "codec shuffle has elements of 8 bytes, which do not divide chunks of 4 bytes");
  EXPECT_EQ(fault_with(R"([{"id":"fletcher32"},)" + eight + "]"), "none");
  for (const char* const unknown : {"gzip", "zlib", "zstd", "mine"}) {
    EXPECT_EQ(fault_with(R"([{"id":")" + std::string(unknown) + R"("},)" + eight + "]"), "none");
  }
}

TEST(Array, RectilinearGrids) {
  const auto chunks_of = [](const std::string& shapes, const std::string& codec = R"("bytes")") {
    const ArrayMetadata array = parse_array_v3(parse_json(
        R"({"zarr_format":3,"node_type":"array","shape":[10,4],"data_type":"int32","fill_value":0,
        "chunk_grid":{"name":"rectilinear","configuration":{"kind":"inline","chunk_shapes":)" +
        shapes + R"(}},"chunk_key_encoding":"default","codecs":[)" + codec + "]}"));
    if (array.fault) return array.fault->message();
    return fmt::format("{} {}", array.chunk_shape, array.chunk_ends);
  };
  EXPECT_EQ(chunks_of("[[5,5],[4]]"), "[5, 4] []");
  EXPECT_EQ(chunks_of("[[[2,5]],3]"), "[2, 3] []");
  EXPECT_EQ(chunks_of("[[[4,2],2],3]"), "[4, 3] [[4, 8, 10], [3, 6]]");
  EXPECT_EQ(chunks_of("[[1,[3,2],5,7],[4]]"), "[7, 4] [[1, 4, 7, 12], [4]]");
  EXPECT_EQ(chunks_of("[[1,5000000000],[4]]"), "chunks of 4 GiB or more");
  EXPECT_EQ(chunks_of("[[4,6],4]", R"({"name":"sharding_indexed"})"),
            "shards of different lengths");
  for (const char* wrong : {"[[],4]", "[[5,[3,1,2]],4]", "[[1,0],4]", "[[1,2],4]", "[[1,9]]"}) {
    (void)test::reason_of([&] { chunks_of(wrong); }, ErrorCode::corrupt);
  }
}

}  // namespace
}  // namespace ncf::store::zarr
