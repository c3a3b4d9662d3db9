// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codecs/codec_json.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "filter/codecs/codec_interpreter.hpp"
#include "filter/registry/registry.hpp"
#include "support/errors.hpp"
#include "support/table.hpp"

namespace ncf::filter {
namespace {

using test::reason_of;

std::string words_of_json(std::string_view json) {
  return format_numeric({filter_from_json(base::read_json(json).value)});
}

std::string words_or_message(std::string_view json) {
  try {
    return words_of_json(json);
  } catch (const Error& error) {
    EXPECT_TRUE(error.code() == ErrorCode::syntax || error.code() == ErrorCode::unsupported);
    return error.what();
  }
}

TEST(CodecJson, BecomesAFilter) {
  test::expect_table(words_or_message, R"(
    // Members become the parameters of a user.
    {"id":"zlib","level":5}                   -> 1,5
    {"id":"bz2","level":9}                    -> 307,9
    {"id":"zstd","level":-5,"checksum":false} -> 32015,4294967291
    {"id":"shuffle","elementsize":4}          -> 2
    {"id":"fletcher32"}                       -> 3
    {"blocksize":0,"clevel":7,"cname":"zstd","id":"blosc","shuffle":2}
      -> 32001,0,0,0,0,7,2,5

    // Missing members have the defaults of numcodecs.
    {"id":"zlib"}  -> 1,1
    {"id":"bz2"}   -> 307,1
    {"id":"zstd"}  -> 32015,0
    {"id":"blosc"} -> 32001,0,0,0,0,5,1,1

    // libnetcdf reads numbers that are texts.
    {"id":"bz2","level":"9"}           -> 307,9
    {"id":"shuffle","elementsize":"0"} -> 2

    // The mode of zfpy picks its parameter.
    {"id":"zfpy","mode":2,"rate":8,"tolerance":-1,"precision":-1} -> 32013,1,0,0,1075838976
    {"id":"zfpy","mode":3,"precision":16}                         -> 32013,2,0,16
    {"id":"zfpy","tolerance":0.001,"compression_kwargs":{}}       -> 32013,3,0,3539053052,1062232653
    {"id":"zfpy","mode":5}                                        -> 32013,5

    // Errors say what a member may be.
    {"id":"bz2","level":0}             -> codec bz2 level is 0, expected 1 to 9
    {"id":"bz2","level":1.5}           -> codec bz2 level is 1.5, expected 1 to 9
    {"id":"bz2","level":"10"}          -> codec bz2 level is "10", expected 1 to 9
    {"id":"bz2","level":"nine"}        -> codec bz2 level is "nine", expected 1 to 9
    {"id":"bz2","level":null}          -> codec bz2 level is null, expected 1 to 9
    {"id":"bz2","level":true}          -> codec bz2 level is true, expected 1 to 9
    {"id":"bz2","level":1e300}         -> codec bz2 level is 1e300, expected 1 to 9
    {"id":"blosc","shuffle":-1}        -> codec blosc shuffle is -1, expected none (0), byte (1) \
                                          or bit (2)
    {"id":"blosc","blocksize":4096}    -> codec blosc has blocksize=4096, which the filter does \
                                          not have; leave it out
    {"id":"zstd","checksum":true}      -> codec zstd has checksum=true, which the filter does not \
                                          have; leave it out
    {"id":"blosc","blocksize":"large"} -> codec blosc blocksize is "large", expected a number
    {"id":"zstd","checksum":"yes"}     -> codec zstd checksum is "yes", expected true or false
    {"id":"zfpy","mode":1}             -> codec zfpy mode is 1, expected 2 (rate), 3 (precision), \
                                          4 (accuracy) or 5 (reversible)
    {"id":"zfpy","tolerance":null}     -> codec zfpy tolerance is null, expected 0 or more

    // Codecs of other bytes say what to write.
    {"id":"gzip","level":5} -> codec gzip wraps the same data in other bytes than deflate, \
                               expected {"id":"zlib"}
  )");
}

// numcodecs does this, to state that nothing is lost.
TEST(CodecJson, ANumberBelowZeroMakesZfpyReversible) {
  test::expect_table(words_or_message, R"(
    {"id":"zfpy"}                                                  -> 32013,5
    {"id":"zfpy","mode":4,"tolerance":-1,"rate":-1,"precision":-1} -> 32013,5
    {"id":"zfpy","mode":2,"rate":-1}                               -> 32013,5
    {"id":"zfpy","mode":3,"tolerance":0.001}                       -> 32013,5
  )");
  EXPECT_EQ(format_compact_json(codec_of({32013, {5}}, ZarrFormat::v2, 4).json),
            R"({"id":"zfpy","mode":4,"tolerance":-1,"rate":-1,"precision":-1})");
}

/// Returns the codecs that users may write, as "blosc, bz2 or zstd".
std::string known_codecs(ZarrFormat format) {
  std::vector<std::string> names;
  for (const FilterFacts& facts : all_filters()) {
    for (const CodecFacts& codec : facts.codecs) {
      const CodecForm form = form_to_write(facts, codec, format);
      if (codec.instead.empty()) names.push_back(form_name(form, format));
    }
  }
  std::sort(names.begin(), names.end());
  return alternatives(names);
}

TEST(CodecJson, ErrorsListWhatIsKnown) {
  const std::string known = known_codecs(ZarrFormat::v2);
  EXPECT_NE(known.find("blosc, bz2, "), std::string::npos);
  EXPECT_EQ(words_or_message(R"({"id":"jpeg"})"), "unknown codec 'jpeg', expected " + known);
  EXPECT_EQ(words_or_message(R"({"level":5})"),
            "codec without an id, expected \"id\" and one of " + known);
  EXPECT_EQ(words_or_message(R"({"id":5})"),
            "codec without an id, expected \"id\" and one of " + known);
  test::expect_table(words_or_message, R"(
    [1]                           -> expected a JSON object such as {"id":"zstd","level":5}
    {"id":"zstd","lvl":5}         -> codec zstd has no member 'lvl', expected level or checksum
    {"id":"fletcher32","level":5} -> codec fletcher32 has no member 'level', expected its id alone
  )");
}

Codec v2(std::string_view json) { return parse_codec(base::read_json(json).value, ZarrFormat::v2); }
Codec v3(std::string_view json) { return parse_codec(base::read_json(json).value, ZarrFormat::v3); }

TEST(CodecJson, GzipOfZarr3IsDeflate) {
  const Filter deflate =
      filter_from_json(base::parse_json(R"({"name":"gzip","configuration":{"level":5}})"));
  EXPECT_EQ(deflate, (Filter{1, {5}}));
}

// ---- codecs as values ----

TEST(CodecJson, UsersMayWriteTheFormOfZarrV3) {
  test::expect_table(words_or_message, R"(
    {"name":"zstd","configuration":{"level":-5,"checksum":false}} -> 32015,4294967291
    {"name":"numcodecs.zlib","configuration":{"id":"zlib","level":4}}
      -> 1,4
    {"name":"blosc","configuration":{"typesize":4,"cname":"zstd","clevel":7,"shuffle":"bitshuffle","blocksize":0}}
      -> 32001,0,0,0,0,7,2,5
  )");
  EXPECT_EQ(words_or_message(R"({"name":"zlib"})"),
            "unknown codec 'zlib', expected " + known_codecs(ZarrFormat::v3));
}

TEST(Codec, IsKeptAsItWasWritten) {
  const Codec unknown = v2(R"( { "id" : "my codec", "big": 123456789012345678901234567890,
                              "x": [1.50, {"a": "b , c"}], "u": "\u00e9" } )");
  EXPECT_EQ(unknown.name, "my codec");
  EXPECT_EQ(format_compact_json(unknown.json),
            R"({"id":"my codec","big":123456789012345678901234567890,)"
            R"("x":[1.50,{"a":"b , c"}],"u":"é"})");
  EXPECT_EQ(v3(R"("crc32c")"), (Codec{ZarrFormat::v3, "crc32c", base::Json("crc32c")}));
}

struct Pair {
  const char* in_v2;
  const char* in_v3;
};

TEST(Codec, KnownOnesAreSpelledAsTheFormatWants) {
  for (const Pair& pair :
       {Pair{R"({"id":"zlib","level":4})",
             R"({"name":"numcodecs.zlib","configuration":{"level":4}})"},
        Pair{R"({"id":"fletcher32"})", R"({"name":"numcodecs.fletcher32","configuration":{}})"},
        Pair{R"({"id":"zstd","level":-5})",
             R"({"name":"zstd","configuration":{"level":-5,"checksum":false}})"},
        Pair{R"({"id":"blosc","cname":"lz4","clevel":5,"shuffle":2,"blocksize":0})",
             R"({"name":"blosc","configuration":{"cname":"lz4","clevel":5,"shuffle":"bitshuffle",)"
             R"("typesize":4,"blocksize":0}})"},
        Pair{R"({"id":"shuffle","elementsize":4})",
             R"({"name":"numcodecs.shuffle","configuration":{"elementsize":4}})"}}) {
    const Filter filter = filter_of(v2(pair.in_v2), 4).filter;
    EXPECT_EQ(filter_of(v3(pair.in_v3), 4).filter, filter);
    EXPECT_EQ(codec_of(filter, ZarrFormat::v2, 4), v2(pair.in_v2));
    EXPECT_EQ(codec_of(filter, ZarrFormat::v3, 4), v3(pair.in_v3));
  }
  // Values of variable length have no size, which Zarr v3 does not allow.
  const Filter blosc = filter_of(v2(R"({"id":"blosc","cname":"lz4"})"), 0).filter;
  const Codec codec = codec_of(blosc, ZarrFormat::v3, 0);
  EXPECT_NE(format_compact_json(codec.json).find(R"("typesize":1)"), std::string::npos);
}

TEST(Codec, BloscsShuffleMayBeLeftToTheSizeOfAValue) {
  const Codec by_size = v2(R"({"id":"blosc","shuffle":-1})");
  const auto shuffle = [&](std::size_t element_size) {
    return filter_of(by_size, element_size).filter.parameters.at(5);
  };
  EXPECT_EQ(shuffle(1), 2U);
  EXPECT_EQ(shuffle(4), 1U);
}

TEST(Codec, AnElementSizeOfZeroBecomesTheRealOne) {
  EXPECT_EQ(filter_of(v2(R"({"id":"shuffle","elementsize":0})"), 8).element_size, 8U);
  EXPECT_EQ(filter_of(v2(R"({"id":"shuffle","elementsize":2})"), 8).element_size, 2U);
  EXPECT_EQ(reason_of([] { filter_of(v2(R"({"id":"shuffle","elementsize":-1})")); }),
            "codec shuffle elementsize is -1, expected bytes of one value");
}

TEST(Codec, TellsWhatItsFilterDoesNotHave) {
  const CodecFilter zstd = filter_of(v2(R"({"id":"zstd","level":3,"checksum":true})"));
  EXPECT_EQ(zstd.filter, (Filter{32015, {3}}));
  EXPECT_EQ(zstd.extras,
            (std::vector<CodecExtra>{{"checksum", base::Json(true), base::Json(false)}}));
  EXPECT_EQ(zstd.difference, "");
  const CodecFilter blosc = filter_of(v2(R"({"id":"blosc","blocksize":4096,"shuffle":-1})"), 1);
  EXPECT_EQ(blosc.filter, (Filter{32001, {0, 0, 0, 0, 5, 2, 1}}));
  EXPECT_EQ(blosc.extras,
            (std::vector<CodecExtra>{{"blocksize", base::Json(4096), base::Json(0)}}));
  const CodecFilter shuffle = filter_of(v2(R"({"id":"shuffle","elementsize":2})"), 8);
  EXPECT_EQ(shuffle.extras, (std::vector<CodecExtra>{{"elementsize", base::Json(2), base::Json(8),
                                                      MemberRole::element_size}}));
  EXPECT_EQ(filter_of(v2(R"({"id":"gzip"})")).difference,
            "wraps the same data in other bytes than deflate");
}

// ---- filters as codecs ----

// The highest level differs between versions of zstd.
TEST(Codec, IsReadWithNumbersItsFilterCannotHave) {
  const CodecFilter highest =
      filter_of(v3(R"({"name":"zstd","configuration":{"level":30,"checksum":false}})"));
  EXPECT_EQ(highest.filter, (Filter{32015, {22}}));
  EXPECT_EQ(
      highest.extras,
      (std::vector<CodecExtra>{{"level", base::Json(30), base::Json(22), MemberRole::parameter}}));
  EXPECT_EQ(highest.why_not_encode, "");
  const CodecFilter lowest = filter_of(v2(R"({"id":"bz2","level":0})"));
  EXPECT_EQ(lowest.filter, (Filter{307, {9}}));
  const CodecFilter below = filter_of(v2(R"({"id":"zlib","level":-3})"));
  EXPECT_EQ(below.filter, (Filter{1, {6}}));
  EXPECT_EQ(reason_of([] { filter_of(v2(R"({"id":"zlib","level":1.5})")); }),
            "codec zlib level is 1.5, expected 0 to 9");
  EXPECT_EQ(words_or_message(R"({"id":"zlib","level":-2})"),
            "codec zlib level is -2, expected 0 to 9");
}

TEST(Codec, MayNameAnAllowedNumberInAnotherWay) {
  for (const auto& [json, filter] :
       {std::pair{R"({"id":"zlib","level":-1})", Filter{1, {6}}},
        std::pair{R"({"id":"gzip","level":-1})", Filter{1, {6}}},
        std::pair{R"({"id":"zfpy","mode":3,"precision":0})", Filter{32013, {2, 0, 64}}},
        std::pair{R"({"id":"zfpy","mode":3,"precision":65})", Filter{32013, {2, 0, 64}}}}) {
    const CodecFilter read = filter_of(v2(json));
    EXPECT_EQ(read.filter, filter) << json;
    EXPECT_TRUE(read.extras.empty()) << json;
  }
  EXPECT_EQ(words_of_json(R"({"id":"zlib","level":-1})"), "1,6");
}

TEST(Codec, OnlyDecodesIfANumberThatChangesValuesIsOutOfRange) {
  const Codec large = v2(R"({"id":"zfpy","mode":2,"rate":100})");
  const CodecFilter rate = filter_of(large);
  EXPECT_EQ(rate.filter, (Filter{32013, {1, 0, 0, 1078984704}}));
  EXPECT_EQ(rate.why_not_encode, "rate 100 of its codec zfpy is not 0 to 64");
  EXPECT_EQ(words_or_message(R"({"id":"zfpy","mode":2,"rate":100})"),
            "codec zfpy rate is 100, expected 0 to 64");
}

TEST(Codec, IsEncodedWithoutExtrasExceptTheElementSize) {
  const auto encoded = [](const Codec& codec) {
    return format_compact_json(as_encoded(codec, 8).json);
  };
  EXPECT_EQ(encoded(v3(R"({"name":"zstd","configuration":{"level":30,"checksum":true}})")),
            R"({"name":"zstd","configuration":{"level":22,"checksum":false}})");
  // Few versions of numcodecs know the member.
  EXPECT_EQ(encoded(v2(R"({"id":"zstd","level":3,"checksum":true})")),
            R"({"id":"zstd","level":3})");
  EXPECT_EQ(encoded(v2(R"({"id":"shuffle","elementsize":2})")),
            R"({"id":"shuffle","elementsize":2})");
}

TEST(Codec, WithoutExtrasStatesWhatItsFilterDoes) {
  const auto stated = [](std::string_view json) {
    return format_compact_json(without_extras(v2(json), 8).json);
  };
  EXPECT_EQ(stated(R"({"id":"shuffle","elementsize":4})"), R"({"id":"shuffle","elementsize":8})");
  EXPECT_EQ(stated(R"({"id":"gzip","level":12})"), R"({"id":"gzip","level":9})");
  EXPECT_EQ(stated(R"({"id":"gzip","level":-1})"), R"({"id":"gzip","level":6})");
}

// numcodecs 0.16.0 writes null in version 2 too.
TEST(Codec, BloscsSizeOfAValueMayBeNull) {
  EXPECT_EQ(filter_of(v2(R"({"id":"blosc","shuffle":0,"typesize":null})"), 8).element_size, 8U);
  EXPECT_EQ(filter_of(v2(R"({"id":"blosc","typesize":2})"), 8).element_size, 2U);
  EXPECT_EQ(filter_of(v3(R"({"name":"blosc","configuration":{"cname":"lz4","clevel":5,)"
                         R"("shuffle":"noshuffle","typesize":null,"blocksize":0}})"),
                      8)
                .element_size,
            8U);
}

TEST(Codec, OfAFilterHasEveryMember) {
  const auto both = [](const Filter& filter) {
    return format_compact_json(codec_of(filter, ZarrFormat::v2, 4).json) + "  " +
           format_compact_json(codec_of(filter, ZarrFormat::v3, 4).json);
  };
  EXPECT_EQ(both({1, {5}}), R"({"id":"zlib","level":5}  )"
                            R"({"name":"numcodecs.zlib","configuration":{"level":5}})");
  EXPECT_EQ(both({2, {}}), R"({"id":"shuffle","elementsize":4}  )"
                           R"({"name":"numcodecs.shuffle","configuration":{"elementsize":4}})");
  EXPECT_EQ(both({307, {}}), R"({"id":"bz2","level":9}  )"
                             R"({"name":"numcodecs.bz2","configuration":{"level":9}})");
  EXPECT_EQ(both({32015, {4294967291}}),
            R"({"id":"zstd","level":-5}  )"
            R"({"name":"zstd","configuration":{"level":-5,"checksum":false}})");
  EXPECT_EQ(both({32001, {2, 2, 4, 4096, 5, 1, 1}}),
            R"({"id":"blosc","cname":"lz4","clevel":5,"shuffle":1,"blocksize":0}  )"
            R"({"name":"blosc","configuration":{"cname":"lz4","clevel":5,"shuffle":"shuffle",)"
            R"("typesize":4,"blocksize":0}})");
  EXPECT_EQ(format_compact_json(
                codec_of({32013, {3, 0, 3539053052, 1062232653}}, ZarrFormat::v2, 4).json),
            R"({"id":"zfpy","mode":4,"tolerance":0.001,"rate":-1,"precision":-1})");
}

TEST(Codec, OfEveryFilterComesBack) {
  for (const Filter& filter :
       {Filter{1, {0}}, Filter{1, {9}}, Filter{2, {}}, Filter{3, {}}, Filter{307, {1}},
        Filter{32001, {0, 0, 0, 0, 9, 2, 5}}, Filter{32013, {1, 0, 0, 1075838976}},
        Filter{32013, {2, 0, 16}}, Filter{32013, {5}}, Filter{32015, {22}},
        Filter{32015, {4294836224}}}) {
    for (const ZarrFormat format : {ZarrFormat::v2, ZarrFormat::v3}) {
      const Codec codec = codec_of(filter, format, 4);
      SCOPED_TRACE(format_compact_json(codec.json));
      EXPECT_EQ(parse_codec(codec.json, format), codec);
      EXPECT_EQ(filter_of(codec, 4).filter, filter);
      EXPECT_EQ(filter_from_json(codec.json), filter);
    }
  }
}

TEST(Codec, FiltersWithoutOneSayWhatToUse) {
  const auto reason = [](const Filter& filter) {
    return reason_of([&] { codec_of(filter, ZarrFormat::v2, 4); });
  };
  EXPECT_EQ(reason({4, {32, 8}}), "szip has no codec of Zarr with its bytes, use shuffle|zstd");
  EXPECT_EQ(reason({32000, {}}),
            "lzf has no codec of Zarr with its bytes, use blosc,cname=blosclz,shuffle=none");
  std::vector<std::string> with_codec;
  for (const FilterFacts& facts : all_filters()) {
    const bool has_codec = !facts.codecs.empty() && facts.codecs.front().difference.empty();
    if (has_codec) with_codec.emplace_back(facts.name);
  }
  EXPECT_EQ(reason({40000, {1}}),
            "filter 40000 has no codec of Zarr with its bytes, use " + alternatives(with_codec));
  EXPECT_EQ(reason({307, {10}}), "bzip2 level=10: parameters that the codec bz2 cannot have");
  EXPECT_EQ(reason({32013, {4, 0, 1, 16657, 64, 4294966222}}),
            "codec zfpy has no mode expert, expected rate, precision, accuracy or reversible");
}

// ---- hostile JSON ----

TEST(HostileCodec, IsRefusedShortly) {
  const std::string deep = R"({"id":"zstd","level":)" + std::string(100000, '[');
  const std::string long_text(1 << 20, 'x');
  for (const std::string& json : std::vector<std::string>{
           "", " ", "null", "[]", "NaN", R"({"id":"zstd","level":NaN})", R"({"id":"zstd",})", deep,
           R"({"id":"zstd","level":5,"level":6})", R"({"id":"zstd","level":1e999})",
           R"({"id":"zstd","level":99999999999999999999999})", R"({"id":")" + long_text + R"("})",
           R"({"id":"zstd",")" + long_text + R"(":5})",
           R"({"id":"zstd","level":")" + long_text + R"("})", R"({"id":null})", "{\"id\":\"\xff\"}",
           R"({"name":"zstd","configuration":[]})", R"({"name":"zstd","configuration":5})"}) {
    EXPECT_THROW(words_of_json(json), Error) << json.substr(0, 80);
    EXPECT_LT(words_or_message(json).size(), 600U) << json.substr(0, 80);
  }
}

}  // namespace
}  // namespace ncf::filter
