// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <zlib.h>

#include "common/test/every_plugin.hpp"
#include "deflate/coders.hpp"
#include "deflate/filter.hpp"
#include "support/hdf5_chunk.hpp"

namespace ncf::plugins::deflate {
namespace {

using ncf::test::Hdf5Chunk;
using test::Data;

// The reference: the function that other deflate filters call.
Data zlib_encode(const Data& decoded, int level) {
  Data encoded(compressBound(decoded.size()));
  uLongf bytes = encoded.size();
  EXPECT_EQ(compress2(reinterpret_cast<Bytef*>(encoded.data()), &bytes,
                      reinterpret_cast<const Bytef*>(decoded.data()), decoded.size(), level),
            Z_OK);
  encoded.resize(bytes);
  return encoded;
}

Data zlib_decode(const Data& encoded, std::size_t bytes) {
  Data decoded(bytes);
  uLongf written = bytes;
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(decoded.data()), &written,
                       reinterpret_cast<const Bytef*>(encoded.data()), encoded.size()),
            Z_OK);
  decoded.resize(written);
  return decoded;
}

// Makes a stream of another kind. window_bits: as for deflateInit2.
Data make_stream(const Data& decoded, int window_bits, const char* dictionary = nullptr) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
  if (dictionary != nullptr) {
    deflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(dictionary), 4);
  }
  Data encoded(compressBound(decoded.size()) + 32);
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(decoded.data()));
  stream.avail_in = static_cast<uInt>(decoded.size());
  stream.next_out = reinterpret_cast<Bytef*>(encoded.data());
  stream.avail_out = static_cast<uInt>(encoded.size());
  EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
  encoded.resize(stream.total_out);
  deflateEnd(&stream);
  return encoded;
}

TEST(Deflate, AndZlibReadEachOther) {
  for (const Data& data : {Data{}, test::constant(1), test::noise(100'001),
                           test::constant(3'000'000), test::temperature(300, 1000)}) {
    for (std::uint32_t level = 0; level <= 9; ++level) {
      EXPECT_TRUE(zlib_decode(test::encode(kernel, {&level, 1}, data), data.size()) == data)
          << level;
      EXPECT_TRUE(test::decode(kernel, zlib_encode(data, static_cast<int>(level)), data.size()) ==
                  data)
          << level;
    }
  }
}

TEST(Deflate, AndHdf5ReadEachOther) {
  for (const std::size_t bytes : {1U, 2U, 7U, 4096U, 70'001U}) {
    const Data data = test::join({test::temperature(4, 16), test::noise(bytes)});
    for (std::uint32_t level = 0; level <= 9; ++level) {
      Hdf5Chunk hdf5(H5Tcopy(H5T_STD_U8LE), {data.size()},
                     [&](hid_t creation) { H5Pset_deflate(creation, level); });
      EXPECT_EQ(hdf5.decode(test::encode(kernel, {&level, 1}, data)), data) << level;
      const auto stored = hdf5.encode(data);
      ASSERT_TRUE(stored);
      EXPECT_TRUE(test::decode(kernel, *stored, data.size(), hdf5.stored_cd_values(1)) == data);
    }
  }
}

TEST(Deflate, StoresAtLevel0) {
  const std::uint32_t level = 0;
  const Data data = test::constant(10'000);
  EXPECT_GE(test::encode(kernel, {&level, 1}, data).size(), data.size());
}

TEST(Deflate, MakesDataSmallerAtHigherLevels) {
  const Data data = test::temperature(300, 1000);
  std::size_t before = data.size();
  for (const std::uint32_t level : {1U, 6U}) {
    const std::size_t bytes = test::encode(kernel, {&level, 1}, data).size();
    EXPECT_LT(bytes, before) << level;
    before = bytes;
  }
}

TEST(Deflate, NamesTheLevelsThereAre) {
  const std::uint32_t level = 10;
  EXPECT_EQ(test::failure_of([&] { check({&level, 1}); }), "level must be 0 to 9, not 10");
  EXPECT_EQ(test::failure_of([&] {
              test::encode(kernel, {&level, 1}, {});
            }),
            "level must be 0 to 9, not 10");
}

TEST(Deflate, NoticesEveryFlippedBitThatMatters) {
  EXPECT_EQ(test::find_unnoticed_bit(kernel, test::temperature(8, 16)), std::nullopt);
}

TEST(Deflate, SaysWhatIsWrong) {
  const Data data = test::temperature(8, 16);
  Data wrong_checksum = test::encode(kernel, {}, data);
  wrong_checksum.back() ^= std::byte{1};
  Data damaged = test::encode(kernel, {}, data);
  damaged[2] |= std::byte{6};  // a block of an invalid kind
  const std::vector<std::pair<Data, const char*>> cases{
      {wrong_checksum, "deflate data contradict their checksum"},
      {damaged, "damaged deflate data"},
      {make_stream(data, 15, "dict"), "deflate data need a dictionary"},
      {make_stream(data, 31), "not deflate data"},   // gzip
      {make_stream(data, -15), "not deflate data"},  // without header
  };
  for (const auto& [stored, expected] : cases) {
    EXPECT_EQ(test::failure_of([&] { test::decode(kernel, stored, data.size()); }), expected);
    EXPECT_EQ(test::failure_of([&] { test::decode_growing(kernel, stored); }), expected);
  }
}

TEST(Deflate, ReadsStreamsWithSmallWindows) {
  const Data data = test::temperature(50, 100);
  EXPECT_TRUE(test::decode(kernel, make_stream(data, 9), data.size()) == data);
}

TEST(Deflate, DoesNotTakeMemoryBeforeDataArrive) {
  const Data encoded = zlib_encode(test::constant(std::size_t{64} << 20), 9);
  const Data cut(encoded.begin(), encoded.begin() + 2000);
  const ncf::test::GuardedMemory input{ConstBytes(cut)};
  test::GrowingOutput output;
  EXPECT_EQ(
      test::failure_of([&] { kernel.decode(*kernel.make_workspace(), {}, input.bytes(), output); }),
      "deflate data cut short");
  EXPECT_LE(output.memory().size(), std::size_t{4} << 20);
}

// An empty chunk would be stored in another way.
TEST(Deflate, CodersRefuseMemoryThatIsTooSmall) {
  const Data data = test::noise(1000);
  Data output(100);
  const std::string expected = "too little memory to encode into";
  ZlibEncoder zlib;
  EXPECT_EQ(test::failure_of([&] { zlib.encode(6, data, output); }), expected);
#if NCF_HAS_LIBDEFLATE
  LibdeflateCoder libdeflate;
  EXPECT_EQ(test::failure_of([&] { libdeflate.encode(6, data, output); }), expected);
#endif
}

// ---- what is tried on all ----

INSTANTIATE_TEST_SUITE_P(Deflate, EveryKernel, testing::Values(test::Tested{kernel}));
INSTANTIATE_TEST_SUITE_P(Deflate, EveryCompressor, testing::Values(test::Tested{kernel}));
INSTANTIATE_TEST_SUITE_P(
    Deflate, EveryCodec,
    testing::Values(test::CodecCase{
        "deflate",
        {{R"({"id":"zlib","level":5})", {5}}, {R"({"id":"zlib","level":0})", {0}}},
        {{R"({"id":"zlib"})", {1}},
         {R"({"id":"zlib","level":-1})", {6}},
         {R"({"id":"zlib","level":"5"})", {5}}},
        {{{}, R"({"id":"zlib","level":6})"}},
        {R"({"id":"zlib","level":10})", R"({"id":"zlib","level":-2})",
         R"({"id":"zlib","level":"five"})", R"({"id":"zlib","level":1.5})",
         R"({"id":"zlib","level":4294967301})", R"({"id":"zlib","level":5,"speed":1})"},
        {{10}}}));

}  // namespace
}  // namespace ncf::plugins::deflate
