// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/codec_json.hpp"

#include <gtest/gtest.h>

#include <string>

#include "ncf/error.hpp"

namespace ncf::filter {
namespace {

std::string words_of_json(std::string_view json) {
  return format_words({filter_from_numcodecs(json)});
}

std::string error_of(std::string_view json) {
  try {
    return "accepted as " + words_of_json(json);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::syntax);
    return error.what();
  }
}

TEST(CodecJson, BecomesUserParameters) {
  EXPECT_EQ(words_of_json(R"({"id":"zlib","level":5})"), "1,5");
  EXPECT_EQ(words_of_json(R"({"id":"bz2","level":9})"), "307,9");
  EXPECT_EQ(words_of_json(R"({"id":"zstd","level":-5,"checksum":false})"), "32015,4294967291");
  EXPECT_EQ(words_of_json(R"({"id":"shuffle","elementsize":4})"), "2");
  EXPECT_EQ(words_of_json(R"({"id":"fletcher32"})"), "3");
  EXPECT_EQ(words_of_json(R"({"blocksize":0,"clevel":7,"cname":"zstd","id":"blosc","shuffle":2})"),
            "32001,0,0,0,0,7,2,5");
}

TEST(CodecJson, MissingMembersHaveTheDefaultsOfNumcodecs) {
  EXPECT_EQ(words_of_json(R"({"id":"zlib"})"), "1,1");
  EXPECT_EQ(words_of_json(R"({"id":"bz2"})"), "307,1");
  EXPECT_EQ(words_of_json(R"({"id":"zstd"})"), "32015,0");
  EXPECT_EQ(words_of_json(R"({"id":"blosc"})"), "32001,0,0,0,0,5,1,1");
}

TEST(CodecJson, TheModeOfZfpyPicksItsParameter) {
  EXPECT_EQ(words_of_json(R"({"id":"zfpy","mode":2,"rate":8,"tolerance":-1,"precision":-1})"),
            "32013,1,0,0,1075838976");
  EXPECT_EQ(words_of_json(R"({"id":"zfpy","mode":3,"precision":16})"), "32013,2,0,16");
  EXPECT_EQ(words_of_json(R"({"id":"zfpy","tolerance":0.001,"compression_kwargs":{}})"),
            "32013,3,0,3539053052,1062232653");
  EXPECT_EQ(words_of_json(R"({"id":"zfpy","mode":5})"), "32013,5");
}

TEST(CodecJson, ErrorsListWhatIsKnown) {
  EXPECT_EQ(error_of(R"({"id":"lzma"})"),
            "unknown codec 'lzma', expected blosc, bz2, fletcher32, shuffle, zfpy, zlib or zstd");
  EXPECT_EQ(
      error_of(R"({"level":5})"),
      "codec without an id, expected \"id\" and one of blosc, bz2, fletcher32, shuffle, zfpy, "
      "zlib or zstd");
  EXPECT_EQ(
      error_of(R"({"id":5})"),
      "codec without an id, expected \"id\" and one of blosc, bz2, fletcher32, shuffle, zfpy, "
      "zlib or zstd");
  EXPECT_EQ(error_of(R"([1])"), R"(expected a JSON object such as {"id":"zstd","level":5})");
  EXPECT_EQ(error_of(R"({"id")"), R"(expected a JSON object such as {"id":"zstd","level":5})");
  EXPECT_EQ(error_of(R"({"id":"zstd","lvl":5})"),
            "codec zstd has no member 'lvl', expected level or checksum");
  EXPECT_EQ(error_of(R"({"id":"fletcher32","level":5})"),
            "codec fletcher32 has no member 'level', expected its id alone");
}

TEST(CodecJson, ErrorsSayWhatAMemberMayBe) {
  EXPECT_EQ(error_of(R"({"id":"bz2","level":0})"), "codec bz2 level is 0, expected 1 to 9");
  EXPECT_EQ(error_of(R"({"id":"bz2","level":1.5})"), "codec bz2 level is 1.5, expected 1 to 9");
  EXPECT_EQ(error_of(R"({"id":"bz2","level":"9"})"), "codec bz2 level is \"9\", expected 1 to 9");
  EXPECT_EQ(error_of(R"({"id":"bz2","level":null})"), "codec bz2 level is null, expected 1 to 9");
  EXPECT_EQ(error_of(R"({"id":"bz2","level":true})"), "codec bz2 level is true, expected 1 to 9");
  EXPECT_EQ(error_of(R"({"id":"bz2","level":1e300})"),
            "codec bz2 level is 1e+300, expected 1 to 9");
  EXPECT_EQ(error_of(R"({"id":"blosc","shuffle":-1})"),
            "codec blosc shuffle is -1, expected none (0), byte (1) or bit (2)");
  EXPECT_EQ(error_of(R"({"id":"blosc","blocksize":4096})"),
            "codec blosc blocksize is 4096, expected 0: the filter has no such parameter");
  EXPECT_EQ(error_of(R"({"id":"zstd","checksum":true})"),
            "codec zstd checksum is true, expected 0: the filter has no such parameter");
  EXPECT_EQ(
      error_of(R"({"id":"zfpy","mode":1})"),
      "codec zfpy mode is 1, expected 2 (rate), 3 (precision), 4 (accuracy) or 5 (reversible)");
  EXPECT_EQ(error_of(R"({"id":"zfpy"})"), "codec zfpy needs tolerance, expected 0 or more");
}

TEST(CodecJson, CodecsOfOtherBytesSayWhatToWrite) {
  EXPECT_EQ(
      error_of(R"({"id":"gzip","level":5})"),
      R"(codec gzip wraps the same data in other bytes than deflate, expected {"id":"zlib"})");
  EXPECT_EQ(
      error_of(R"({"id":"lz4"})"),
      "codec lz4 frames the same data in other bytes than the filter, expected lz4 by its name");
}

}  // namespace
}  // namespace ncf::filter
