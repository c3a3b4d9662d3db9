// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codecs/codec_json.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"

namespace ncf::filter {
namespace {

using base::parse_json;

using test::reason_of;

CodecList codecs_of(const Chain& chain, ZarrFormat format) {
  CodecList codecs;
  for (const Filter& filter : chain) codecs.push_back(codec_of(filter, format, 4));
  return codecs;
}

Chain chain_of(const CodecList& codecs) {
  Chain chain;
  for (const Codec& codec : codecs) {
    if (codec.name != "bytes") chain.push_back(filter_of(codec, 4).filter);
  }
  return chain;
}

TEST(CodecList, TheLastOfTheChainIsTheCompressor) {
  const Chain chain{{2, {}}, {1, {4}}, {3, {}}};
  const CodecsV2 members = format_codecs_v2(codecs_of(chain, ZarrFormat::v2));
  EXPECT_EQ(members.filters,
            parse_json(R"([{"id":"shuffle","elementsize":4},{"id":"zlib","level":4}])"));
  EXPECT_EQ(members.compressor, parse_json(R"({"id":"fletcher32"})"));
  EXPECT_EQ(chain_of(parse_codecs(members)), chain);
}

TEST(CodecList, WithoutFiltersBothMembersAreNull) {
  EXPECT_EQ(format_codecs_v2({}), CodecsV2{});
  EXPECT_TRUE(parse_codecs(CodecsV2{}).empty());
  EXPECT_TRUE(parse_codecs(CodecsV2{.filters = base::json_list(), .compressor = {}}).empty());
  EXPECT_EQ(format_codecs_v2(codecs_of({{1, {4}}}, ZarrFormat::v2)),
            (CodecsV2{{}, parse_json(R"({"id":"zlib","level":4})")}));
}

TEST(CodecList, V3BeginsWithTheByteOrder) {
  const Chain chain{{2, {}}, {32015, {3}}};
  const ArrayFacts big{.element_size = 4, .byte_order = std::endian::big};
  const base::Json list = list_of_codecs(with_bytes(codecs_of(chain, ZarrFormat::v3), big));
  EXPECT_EQ(format_compact_json(list),
            R"([{"name":"bytes","configuration":{"endian":"big"}},)"
            R"({"name":"numcodecs.shuffle","configuration":{"elementsize":4}},)"
            R"({"name":"zstd","configuration":{"level":3,"checksum":false}}])");
  EXPECT_EQ(byte_order_of(parse_codecs(list)), std::endian::big);
  EXPECT_EQ(chain_of(parse_codecs(list)), chain);
  EXPECT_EQ(list_of_codecs(with_bytes({}, {.element_size = 1})),
            parse_json(R"([{"name":"bytes","configuration":{}}])"));
  EXPECT_EQ(byte_order_of(parse_codecs(parse_json(R"(["bytes"])"))), std::nullopt);
}

TEST(CodecList, ErrorsNameTheMember) {
  EXPECT_EQ(reason_of([] {
              parse_codecs(CodecsV2{base::json_object(), {}});
            }),
            "filters: {}, expected a list of codecs");
  EXPECT_EQ(reason_of([] {
              parse_codecs(CodecsV2{{}, base::json_list()});
            }),
            R"(compressor: expected a JSON object such as {"id":"zstd","level":5})");
  EXPECT_EQ(reason_of([] { parse_codecs(base::Json()); }),
            "codecs: null, expected a list of codecs");
  EXPECT_EQ(reason_of([] { parse_codecs(parse_json("[5]")); }),
            R"(codecs: expected a JSON object such as {"name":"crc32c","configuration":{}})");
  EXPECT_EQ(reason_of([] {
              byte_order_of(parse_codecs(
                  parse_json(R"([{"name":"bytes","configuration":{"endian":"PDP"}}])")));
            }),
            R"(codec bytes endian is "PDP", expected "little" or "big")");
}

}  // namespace
}  // namespace ncf::filter
