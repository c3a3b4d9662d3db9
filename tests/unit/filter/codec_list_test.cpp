// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codec_list.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

constexpr ArrayFacts floats{.element_size = 4};

std::string reason_of(const std::function<void()>& work) {
  try {
    work();
    return "accepted";
  } catch (const Error& error) {
    return error.what();
  }
}

Chain chain_of(const CodecList& codecs) {
  Chain chain;
  for (const CodecFilter& filter : filters_of(codecs, 4)) chain.push_back(filter.filter);
  return chain;
}

TEST(CodecList, TheLastOfTheChainIsTheCompressor) {
  const Chain chain{{2, {}}, {1, {4}}, {3, {}}};
  const CodecsV2 members = format_codecs_v2(codecs_of(chain, ZarrFormat::v2, floats));
  EXPECT_EQ(members.filters, R"([{"id":"shuffle","elementsize":4},{"id":"zlib","level":4}])");
  EXPECT_EQ(members.compressor, R"({"id":"fletcher32"})");
  EXPECT_EQ(chain_of(parse_codecs(members)), chain);
}

TEST(CodecList, WithoutFiltersBothMembersAreNull) {
  EXPECT_EQ(format_codecs_v2({}), CodecsV2{});
  EXPECT_TRUE(parse_codecs(CodecsV2{}).empty());
  EXPECT_TRUE(parse_codecs(CodecsV2{.filters = "[]"}).empty());
  EXPECT_EQ(format_codecs_v2(codecs_of({{1, {4}}}, ZarrFormat::v2, floats)),
            (CodecsV2{"null", R"({"id":"zlib","level":4})"}));
}

TEST(CodecList, V3BeginsWithTheByteOrder) {
  const Chain chain{{2, {}}, {32015, {3}}};
  const ArrayFacts big{.element_size = 4, .byte_order = std::endian::big};
  const std::string text = format_codecs_v3(codecs_of(chain, ZarrFormat::v3, big));
  EXPECT_EQ(text, R"([{"name":"bytes","configuration":{"endian":"big"}},)"
                  R"({"name":"numcodecs.shuffle","configuration":{"elementsize":4}},)"
                  R"({"name":"zstd","configuration":{"level":3,"checksum":false}}])");
  EXPECT_EQ(byte_order_of(parse_codecs(text)), std::endian::big);
  EXPECT_EQ(chain_of(parse_codecs(text)), chain);
  EXPECT_EQ(format_codecs_v3(codecs_of({}, ZarrFormat::v3, {.element_size = 1})),
            R"([{"name":"bytes","configuration":{}}])");
  EXPECT_EQ(byte_order_of(parse_codecs(R"(["bytes"])")), std::nullopt);
}

TEST(CodecList, PassesBetweenTheFormatsWhole) {
  const CodecsV2 members{
      R"([{"id":"delta","dtype":"<i4","astype":"<i4"},{"id":"shuffle","elementsize":4}])",
      R"({"id":"zstd","level":-7,"checksum":true})"};
  const CodecList in_v3 = convert(parse_codecs(members), ZarrFormat::v3, floats);
  EXPECT_EQ(format_codecs_v3(in_v3),
            R"([{"name":"bytes","configuration":{"endian":"little"}},)"
            R"({"name":"numcodecs.delta","configuration":{"dtype":"<i4","astype":"<i4"}},)"
            R"({"name":"numcodecs.shuffle","configuration":{"elementsize":4}},)"
            R"({"name":"zstd","configuration":{"level":-7,"checksum":true}}])");
  EXPECT_EQ(format_codecs_v2(convert(in_v3, ZarrFormat::v2, floats)), members);
}

TEST(CodecList, FiltersOfOtherBytesSayWhatToUse) {
  const auto reason = [](const Chain& chain) {
    return reason_of([&] { codecs_of(chain, ZarrFormat::v2, floats); });
  };
  EXPECT_EQ(reason({{2, {}}, {32004, {}}}),
            "lz4 has no codec of Zarr with its bytes, use blosc,cname=lz4,shuffle=none");
  EXPECT_EQ(reason({{32013, {5}}}),
            "zfp has no codec of Zarr with its bytes, use deflate, shuffle, fletcher32, bzip2, "
            "blosc or zstd");
  EXPECT_EQ(reason_of([] { chain_of(parse_codecs(R"([{"name":"gzip"}])")); }),
            "codec gzip wraps the same data in other bytes than deflate");
  EXPECT_EQ(reason_of([] { chain_of(parse_codecs(R"(["crc32c"])")); }),
            "codec crc32c has no HDF5 filter: fletcher32 is HDF5's checksum");
}

TEST(CodecList, ErrorsNameTheMember) {
  EXPECT_EQ(reason_of([] {
              parse_codecs(CodecsV2{"{}", "null"});
            }),
            "filters: {}, expected a list of codecs");
  EXPECT_EQ(reason_of([] {
              parse_codecs(CodecsV2{"null", "[]"});
            }),
            R"(compressor: expected a JSON object such as {"id":"zstd","level":5})");
  EXPECT_EQ(reason_of([] { parse_codecs("null"); }), "codecs: null, expected a list of codecs");
  EXPECT_EQ(reason_of([] { parse_codecs(R"([5])"); }),
            R"(codecs: expected a JSON object such as {"name":"crc32c","configuration":{}})");
  EXPECT_EQ(reason_of([] {
              byte_order_of(parse_codecs(R"([{"name":"bytes","configuration":{"endian":"PDP"}}])"));
            }),
            R"(codec bytes endian is "PDP", expected "little" or "big")");
}

}  // namespace
}  // namespace ncf::filter
