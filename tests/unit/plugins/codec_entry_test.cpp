// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The codecs of the built plugins, called as libnetcdf calls them.
#include "common/codec_entry.hpp"

#include <gtest/gtest.h>
#include <netcdf.h>

#include <bit>
#include <cstdlib>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "base/build_config.hpp"
#include "plugin/shared_library.hpp"

namespace ncf::plugins {
namespace {

using Words = std::vector<std::uint32_t>;

// ---- what each codec does ----

struct Case {
  const char* library;
  const char* codec_id;
  unsigned hdf5_id;
  // JSON, and the parameters that mean the same, both ways.
  std::vector<std::pair<const char*, Words>> same;
  // JSON that is read too.
  std::vector<std::pair<const char*, Words>> read;
  // Parameters that are written too.
  std::vector<std::pair<Words, const char*>> written;
  std::vector<const char*> wrong_json;
  std::vector<Words> wrong_parameters;
};

void PrintTo(const Case& tested, std::ostream* stream) { *stream << tested.library; }

const std::vector<Case> cases {
  {"deflate",
   "zlib",
   1,
   {{R"({"id":"zlib","level":5})", {5}}, {R"({"id":"zlib","level":0})", {0}}},
   {{R"({"id":"zlib"})", {1}}},
   {{{}, R"({"id":"zlib","level":6})"}},
   {R"({"id":"zlib","level":10})", R"({"id":"zlib","level":-1})", R"({"id":"zlib","level":"5"})",
    R"({"id":"zlib","level":1.5})", R"({"id":"zlib","level":4294967301})",
    R"({"id":"zlib","level":5,"speed":1})"},
   {{10}}},
      {"bzip2",
       "bz2",
       307,
       {{R"({"id":"bz2","level":9})", {9}}},
       {{R"({"id":"bz2"})", {1}}},
       {{{}, R"({"id":"bz2","level":9})"}},
       {R"({"id":"bz2","level":0})"},
       {{0}}},
      {"zstd",
       "zstd",
       32015,
       {{R"({"id":"zstd","level":19})", {19}}, {R"({"id":"zstd","level":-5})", {4294967291U}}},
       {{R"({"id":"zstd"})", {0}}, {R"({"id":"zstd","level":3,"checksum":false})", {3}}},
       {{{}, R"({"id":"zstd","level":3})"}},
       {R"({"id":"zstd","level":23})", R"({"id":"zstd","level":3,"checksum":true})"},
       {{23}}},
      {"fletcher32",
       "fletcher32",
       3,
       {{R"({"id":"fletcher32"})", {}}},
       {},
       {},
       {R"({"id":"fletcher32","seed":1})"},
       {}},
      {"shuffle",
       "shuffle",
       2,
       {{R"({"id":"shuffle","elementsize":8})", {8}}},
       {{R"({"id":"shuffle","elementsize":0})", {}}, {R"({"id":"shuffle"})", {}}},
       {},
       {R"({"id":"shuffle","elementsize":-1})"},
       {{}}},  // an unknown size must not be written as none
#if NCF_WITH_BLOSC
      {"blosc",
       "blosc",
       32001,
       {{R"({"id":"blosc","clevel":5,"shuffle":1,"cname":"lz4","blocksize":0})",
         {0, 0, 0, 0, 5, 1, 1}},
        {R"({"id":"blosc","clevel":0,"shuffle":-1,"cname":"zstd","blocksize":0})",
         {0, 0, 0, 0, 0, 0xFFFFFFFF, 5}}},
       {{R"({"id":"blosc"})", {0, 0, 0, 0, 5, 1, 1}},
        {R"({"id":"blosc","cname":"zlib","clevel":9,"shuffle":2,"blocksize":65536})",
         {0, 0, 0, 0, 9, 2, 4}},
        {R"({"id":"blosc","typesize":4})", {0, 0, 0, 0, 5, 1, 1}},
        {R"({"id":"blosc","typesize":null})", {0, 0, 0, 0, 5, 1, 1}}},
       {{{}, R"({"id":"blosc","clevel":5,"shuffle":1,"cname":"blosclz","blocksize":0})"},
        {{2, 2, 4, 4096, 1, 0, 5},
         R"({"id":"blosc","clevel":1,"shuffle":0,"cname":"zstd","blocksize":0})"}},
       {R"({"id":"blosc","cname":"lzma"})", R"({"id":"blosc","cname":1})",
        R"({"id":"blosc","clevel":10})", R"({"id":"blosc","shuffle":3})",
        R"({"id":"blosc","typesize":"4"})"},
       {{0, 0, 0, 0, 10}, {0, 0, 0, 0, 5, 3}}},
#endif
#if NCF_WITH_LIBAEC
      {"szip",
       "szip",
       4,
       {{R"({"id":"szip","mask":32,"pixels-per-block":8})", {32, 8}}},
       {},
       {{{4, 16, 32, 64}, R"({"id":"szip","mask":4,"pixels-per-block":16})"}},
       {R"({"id":"szip","mask":32})", R"({"id":"szip","mask":32,"pixels-per-block":7})"},
       {{32}, {36, 8}}},
#endif
#if NCF_WITH_ZFP
      {"zfp",
       "zfpy",
       32013,
       {{R"({"id":"zfpy","mode":4,"tolerance":0.5,"rate":-1,"precision":-1})",
         {3, 0, 0, 0x3FE00000}},
        {R"({"id":"zfpy","mode":2,"tolerance":-1,"rate":8.0,"precision":-1})",
         {1, 0, 0, 0x40200000}},
        {R"({"id":"zfpy","mode":3,"tolerance":-1,"rate":-1,"precision":16})", {2, 0, 16}},
        {R"({"id":"zfpy","mode":4,"tolerance":-1,"rate":-1,"precision":-1})", {5}}},
       {{R"({"id":"zfpy"})", {5}},
        {R"({"id":"zfpy","mode":5})", {5}},
        {R"({"id":"zfpy","mode":2,"rate":-1,"compression_kwargs":{"rate":-1}})", {5}},
        {R"({"id":"zfpy","mode":3,"tolerance":0.5})", {5}}},
       {},
       {R"({"id":"zfpy","mode":1})", R"({"id":"zfpy","mode":"4"})",
        R"({"id":"zfpy","mode":3,"precision":1.5})", R"({"id":"zfpy","mode":2,"rate":65})",
        R"({"id":"zfpy","tolerance":0.5,"level":1})"},
       {{6}, {}, {4, 0, 1, 16658, 64, 0}, {1, 0, 8}}},
#endif
};

class EveryCodec : public testing::TestWithParam<Case> {
 protected:
  static const ncf_ncz_codec& load(const char* name) {
    const auto library = plugin::SharedLibrary::open(std::string(std::getenv("NCF_PLUGINS")) +
                                                     "/libncf_" + name + ".so");
    const auto get_info =
        reinterpret_cast<const void* (*)()>(library.find_symbol("NCZ_get_codec_info"));
    return *static_cast<const ncf_ncz_codec*>(get_info());
  }

  // Parameters of JSON, freed as libnetcdf frees them; an error code where there are none.
  int parse(const char* json, Words& words) const {
    std::size_t count = 99;
    unsigned* parameters = nullptr;
    const int status = codec_.codec_to_hdf5(json, &count, &parameters);
    if (status == NC_NOERR) words.assign(parameters, parameters + count);
    std::free(parameters);
    return status;
  }

  int format(const Words& words, std::string& json) const {
    char* text = nullptr;
    const int status = codec_.hdf5_to_codec(words.size(), words.data(), &text);
    if (status == NC_NOERR) json = text;
    std::free(text);
    return status;
  }

  const ncf_ncz_codec& codec_ = load(GetParam().library);
};

TEST_P(EveryCodec, IsWhatLibnetcdfExpects) {
  EXPECT_EQ(codec_.version, ncf_ncz_codec_version);
  EXPECT_EQ(codec_.sort, ncf_ncz_codec_sort_hdf5);
  EXPECT_STREQ(codec_.codec_id, GetParam().codec_id);
  EXPECT_EQ(codec_.filter_id, GetParam().hdf5_id);
}

TEST_P(EveryCodec, ReadsAndWritesJson) {
  for (const auto& [json, words] : GetParam().same) {
    Words parsed;
    EXPECT_EQ(parse(json, parsed), NC_NOERR) << json;
    EXPECT_EQ(parsed, words) << json;
    std::string formatted;
    EXPECT_EQ(format(words, formatted), NC_NOERR) << json;
    EXPECT_EQ(formatted, json);
  }
  for (const auto& [json, words] : GetParam().read) {
    Words parsed{99};
    EXPECT_EQ(parse(json, parsed), NC_NOERR) << json;
    EXPECT_EQ(parsed, words) << json;
  }
  for (const auto& [words, json] : GetParam().written) {
    std::string formatted;
    EXPECT_EQ(format(words, formatted), NC_NOERR) << json;
    EXPECT_EQ(formatted, json);
  }
}

TEST_P(EveryCodec, RefusesWhatItDoesNotUnderstand) {
  std::vector<const char*> wrong{"",           "{", "[]", "null", "5", "{}", R"({"id":"other"})",
                                 R"({"id":5})"};
  wrong.insert(wrong.end(), GetParam().wrong_json.begin(), GetParam().wrong_json.end());
  for (const char* json : wrong) {
    Words words;
    EXPECT_EQ(parse(json, words), NC_EFILTER) << json;
  }
  for (const Words& words : GetParam().wrong_parameters) {
    std::string json;
    EXPECT_EQ(format(words, json), NC_EFILTER) << testing::PrintToString(words);
  }
}

TEST_P(EveryCodec, ToleratesNullPointers) {
  std::size_t count = 0;
  unsigned* parameters = nullptr;
  EXPECT_EQ(codec_.codec_to_hdf5(nullptr, &count, &parameters), NC_EINVAL);
  EXPECT_EQ(codec_.codec_to_hdf5("{}", nullptr, &parameters), NC_EINVAL);
  EXPECT_EQ(codec_.codec_to_hdf5("{}", &count, nullptr), NC_EINVAL);
  EXPECT_EQ(codec_.hdf5_to_codec(0, nullptr, nullptr), NC_EINVAL);
}

const auto name_of = [](const auto& tested) { return std::string(tested.param.library); };
INSTANTIATE_TEST_SUITE_P(Built, EveryCodec, testing::ValuesIn(cases), name_of);

// ---- parameters that depend on the variable ----

class Binding : public EveryCodec {
 protected:
  Binding() {
    nc_create("in memory", NC_NETCDF4 | NC_DISKLESS, &file_);
    nc_def_dim(file_, "y", 20, &dimensions_[0]);
    nc_def_dim(file_, "x", 30, &dimensions_[1]);
  }
  ~Binding() override { nc_abort(file_); }

  int define(nc_type type, const char* name, int endianness = NC_ENDIAN_NATIVE) {
    int variable = -1;
    EXPECT_EQ(nc_def_var(file_, name, type, 2, dimensions_, &variable), NC_NOERR);
    const std::size_t chunk[] = {5, 12};
    EXPECT_EQ(nc_def_var_chunking(file_, variable, NC_CHUNKED, chunk), NC_NOERR);
    if (endianness != NC_ENDIAN_NATIVE) nc_def_var_endian(file_, variable, endianness);
    return variable;
  }

  // Visible parameters, which may change, and working ones.
  int modify(int variable, Words& visible, Words& working) const {
    const auto copied = [](const Words& words) {
      auto* const memory = static_cast<unsigned*>(std::malloc(64 * sizeof(unsigned)));
      std::copy(words.begin(), words.end(), memory);
      return memory;
    };
    std::size_t visible_count = visible.size();
    std::size_t working_count = working.size();
    unsigned* visible_words = copied(visible);
    unsigned* working_words = copied(working);
    const int status = codec_.modify_parameters(file_, variable, &visible_count, &visible_words,
                                                &working_count, &working_words);
    visible.assign(visible_words, visible_words + visible_count);
    working.assign(working_words, working_words + working_count);
    std::free(visible_words);
    std::free(working_words);
    return status;
  }

  int file_ = -1;
  int dimensions_[2] = {-1, -1};
};

class ShuffleBinding : public Binding {};
class SzipBinding : public Binding {};
class BloscBinding : public Binding {};
class ZfpBinding : public Binding {};

const auto is_case = [](const char* library) {
  std::vector<Case> found;
  for (const Case& one : cases) {
    if (std::string(one.library) == library) found.push_back(one);
  }
  return testing::ValuesIn(found);
};

TEST_P(ShuffleBinding, FindsTheSizeOfAnElementAndShowsIt) {
  Words visible;
  Words working{9, 9, 9};
  EXPECT_EQ(modify(define(NC_DOUBLE, "a"), visible, working), NC_NOERR);
  EXPECT_EQ(visible, Words{8});
  EXPECT_EQ(working, Words{8});
  std::string json;
  EXPECT_EQ(format(visible, json), NC_NOERR);
  EXPECT_EQ(json, R"({"id":"shuffle","elementsize":8})");
}

// numcodecs' default is 4 for any type.
TEST_P(ShuffleBinding, KeepsTheSizeThatJsonSays) {
  Words visible{4};
  Words working;
  EXPECT_EQ(modify(define(NC_DOUBLE, "a"), visible, working), NC_NOERR);
  EXPECT_EQ(visible, Words{4});
  EXPECT_EQ(working, Words{4});
}

TEST_P(ShuffleBinding, FailsForWhatIsNoVariable) {
  Words visible;
  Words working{9};
  EXPECT_EQ(modify(77, visible, working), NC_EFILTER);
  EXPECT_EQ(working, Words{9});
}

TEST_P(SzipBinding, FindsBitsScanlineAndByteOrder) {
  const std::uint32_t native = std::endian::native == std::endian::little ? 8 : 16;
  Words visible{32, 8};
  Words working;
  EXPECT_EQ(modify(define(NC_FLOAT, "a"), visible, working), NC_NOERR);
  EXPECT_EQ(working, (Words{32 | native, 8, 32, 30}));
  EXPECT_EQ(visible, (Words{32, 8})) << "the user's remain";
  EXPECT_EQ(modify(define(NC_SHORT, "b", NC_ENDIAN_BIG), visible, working), NC_NOERR);
  EXPECT_EQ(working, (Words{32 | 16, 8, 16, 30}));
  EXPECT_EQ(modify(define(NC_CHAR, "c"), visible, working), NC_EFILTER);
}

TEST_P(BloscBinding, FindsElementAndChunkAndShuffle) {
  Words visible{0, 0, 0, 0, 5, 0xFFFFFFFF, 1};
  Words working;
  EXPECT_EQ(modify(define(NC_DOUBLE, "a"), visible, working), NC_NOERR);
  EXPECT_EQ(working, (Words{2, 2, 8, 480, 5, 1, 1}));
  EXPECT_EQ(visible, (Words{0, 0, 0, 0, 5, 0xFFFFFFFF, 1})) << "the user's remain";
  EXPECT_EQ(modify(define(NC_UBYTE, "b"), visible, working), NC_NOERR);
  EXPECT_EQ(working, (Words{2, 2, 1, 60, 5, 2, 1}));
}

TEST_P(ZfpBinding, PutsTheHeaderInFront) {
  Words visible{5};
  Words working;
  EXPECT_EQ(modify(define(NC_FLOAT, "a"), visible, working), NC_NOERR);
  ASSERT_EQ(working.size(), 4U);
  EXPECT_EQ(working[0], 0U) << "of no filter's version";
  EXPECT_EQ(visible, Words{5}) << "the user's remain";
  EXPECT_EQ(modify(define(NC_SHORT, "b"), visible, working), NC_EFILTER);
  EXPECT_EQ(modify(define(NC_DOUBLE, "c", NC_ENDIAN_BIG), visible, working), NC_EFILTER);
}

INSTANTIATE_TEST_SUITE_P(Built, ShuffleBinding, is_case("shuffle"), name_of);
#if NCF_WITH_LIBAEC
INSTANTIATE_TEST_SUITE_P(Built, SzipBinding, is_case("szip"), name_of);
#else
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SzipBinding);
#endif
#if NCF_WITH_BLOSC
INSTANTIATE_TEST_SUITE_P(Built, BloscBinding, is_case("blosc"), name_of);
#else
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(BloscBinding);
#endif
#if NCF_WITH_ZFP
INSTANTIATE_TEST_SUITE_P(Built, ZfpBinding, is_case("zfp"), name_of);
#else
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ZfpBinding);
#endif

}  // namespace
}  // namespace ncf::plugins
