// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <blosc.h>
#include <gtest/gtest.h>

#include <array>

#include "blosc/filter.hpp"
#include "common/test/every_plugin.hpp"

namespace ncf::plugins::blosc {
namespace {

using test::Data;
using CdValues = std::vector<std::uint32_t>;

const char* name_of(std::uint32_t compressor) {
  const char* name = nullptr;
  return blosc_compcode_to_compname(static_cast<int>(compressor), &name) < 0 ? nullptr : name;
}

// Makes a frame like those of other writers, who may choose the block size.
Data make_frame(const Data& data, const char* compressor, std::size_t block_bytes = 0) {
  Data frame(data.size() + BLOSC_MAX_OVERHEAD);
  const int bytes = blosc_compress_ctx(9, BLOSC_SHUFFLE, 4, data.size(), data.data(), frame.data(),
                                       frame.size(), compressor, block_bytes, 1);
  EXPECT_GT(bytes, 0);
  frame.resize(static_cast<std::size_t>(std::max(bytes, 0)));
  return frame;
}

void put_size(Data& frame, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) frame[at + i] = static_cast<std::byte>(value >> (8 * i));
}
constexpr std::size_t decoded_bytes_at = 4;
constexpr std::size_t block_bytes_at = 8;

TEST(Blosc, WritesFramesOfEveryKind) {
  const Data data = test::temperature(50, 100);
  for (std::uint32_t compressor = 0; compressor <= 5; ++compressor) {
    if (name_of(compressor) == nullptr) continue;
    for (std::uint32_t shuffle = 0; shuffle <= 2; ++shuffle) {
      for (const std::uint32_t level : {0U, 1U, 5U, 9U}) {
        const CdValues working{2, 2, 4, 20000, level, shuffle, compressor};
        const Data encoded = test::encode(kernel, working, data);
        Data decoded(data.size());
        EXPECT_EQ(blosc_decompress_ctx(encoded.data(), decoded.data(), decoded.size(), 1), 20000);
        EXPECT_TRUE(decoded == data);
        EXPECT_TRUE(test::decode(kernel, encoded, data.size()) == data);
        if (level > 0) {
          EXPECT_LT(encoded.size(), data.size());
        }
      }
    }
  }
}

TEST(Blosc, DoesWithoutMostParameters) {
  const Data data = test::temperature(50, 100);
  EXPECT_TRUE(test::encode(kernel, CdValues{2, 2, 4, 20000}, data) ==
              test::encode(kernel, CdValues{0, 0, 4, 1, 5, 1, 0}, data));
}

TEST(Blosc, HoldsNoiseAsItIs) {
  for (const std::size_t bytes : {1U, 9U, 127U, 128U, 1000U, 300'000U}) {
    const Data data = test::noise(bytes);
    const Data encoded = test::encode(kernel, CdValues{2, 2, 4, 0, 9, 1, 5}, data);
    EXPECT_LE(encoded.size(), bytes + BLOSC_MAX_OVERHEAD);
    EXPECT_TRUE(test::decode(kernel, encoded, bytes) == data) << bytes;
  }
}

TEST(Blosc, BindsToTheChunk) {
  const std::array<std::uint64_t, 2> shape{20, 400};
  const ChunkLayout layout{4, ncf_element_floating, ncf_order_little, shape};
  EXPECT_EQ(kernel.bind({}, layout), (CdValues{2, 2, 4, 32000}));
  EXPECT_EQ(kernel.bind(CdValues{0, 0, 0, 0, 9, 2, 1}, layout),
            (CdValues{2, 2, 4, 32000, 9, 2, 1}));
  EXPECT_EQ(kernel.bind(CdValues{2, 2, 8, 99, 9, 2, 1}, layout),
            (CdValues{2, 2, 4, 32000, 9, 2, 1}));
  const CdValues automatic{0, 0, 0, 0, 5, 0xFFFFFFFF};
  EXPECT_EQ(kernel.bind(automatic, layout), (CdValues{2, 2, 4, 32000, 5, 1}));
  const ChunkLayout bytes{1, ncf_element_integer, ncf_order_little, shape};
  EXPECT_EQ(kernel.bind(automatic, bytes), (CdValues{2, 2, 1, 8000, 5, 2}));
  const ChunkLayout records{256, ncf_element_other, ncf_order_none, shape};
  EXPECT_EQ(kernel.bind({}, records), (CdValues{2, 2, 1, 2048000}));
  const std::array<std::uint64_t, 1> large{std::uint64_t{1} << 29};
  EXPECT_EQ(test::failure_of([&] {
              kernel.bind({}, {4, ncf_element_floating, ncf_order_little, large});
            }),
            "a chunk must be at most 2147483631 bytes, not 2147483648");
}

TEST(Blosc, NamesTheParametersThereAre) {
  const auto failure = [](const CdValues& cd_values) {
    return test::failure_of([&] { check(cd_values); });
  };
  EXPECT_EQ(failure({0, 0, 0, 0, 10}), "level must be 0 to 9, not 10");
  EXPECT_EQ(failure({0, 0, 0, 0, 5, 3}), "shuffle must be 0 (none), 1 (bytes) or 2 (bits), not 3");
  EXPECT_EQ(failure({0, 0, 0, 0, 5, 1, 6}), "compressor 6 is not one of libblosc's, which are " +
                                                std::string(blosc_list_compressors()));
}

TEST(Blosc, ReadsOtherBlockSizes) {
  const Data data = test::temperature(50, 100);
  for (const std::size_t block_bytes : {1000U, 4096U, 20000U, 1'000'000U}) {
    EXPECT_TRUE(test::decode_growing(kernel, make_frame(data, "lz4", block_bytes)) == data);
  }
}

// The size that a frame claims is believed if data can be compressed that much.
TEST(Blosc, ReadsDataThatBecomeVerySmall) {
  const Data data(std::size_t{20} << 20);
  for (std::uint32_t compressor = 0; compressor <= 5; ++compressor) {
    const char* const name = name_of(compressor);
    if (name == nullptr) continue;
    for (const std::size_t block_bytes : {std::size_t{0}, data.size()}) {
      const Data frame = make_frame(data, name, block_bytes);
      ASSERT_LT(frame.size(), data.size() / 10);
      EXPECT_TRUE(test::decode_growing(kernel, frame) == data) << name << ' ' << block_bytes;
    }
  }
}

TEST(Blosc, DoesNotTakeMemoryBecauseAFrameClaimsIt) {
  for (const std::uint32_t claimed : {1U << 24, 1U << 30, 0x7FFFFFEFU, 0x80000000U, ~0U}) {
    Data frame = make_frame(test::temperature(50, 100), "lz4");
    put_size(frame, decoded_bytes_at, claimed);
    put_size(frame, block_bytes_at, claimed);
    test::GrowingOutput output;
    EXPECT_EQ(test::failure_of([&] { kernel.decode(*kernel.make_workspace(), {}, frame, output); }),
              "damaged blosc data");
    EXPECT_EQ(output.memory().size(), 0U) << claimed;
  }
}

TEST(Blosc, SaysWhatIsWrong) {
  const auto failure = [](const Data& data) {
    return test::failure_of([&] { test::decode_growing(kernel, data); });
  };
  const Data frame = make_frame(test::temperature(50, 100), "lz4");
  EXPECT_EQ(failure(test::from_text("text longer than a header")), "not blosc data");
  Data of_another_format = frame;
  of_another_format[2] |= std::byte{0xE0};
  EXPECT_EQ(failure(of_another_format), "damaged blosc data");
  Data copied = make_frame(test::noise(1000), "lz4");
  put_size(copied, decoded_bytes_at, 1001);
  EXPECT_EQ(failure(copied), "damaged blosc data");
  Data damaged = frame;
  put_size(damaged, BLOSC_MIN_HEADER_LENGTH, 0xFFFFFFFF);  // the position of the first block
  EXPECT_EQ(failure(damaged), "damaged blosc data");
}

// ---- what is tried on all ----

INSTANTIATE_TEST_SUITE_P(Blosc, EveryKernel, testing::Values(test::Tested{kernel}));
INSTANTIATE_TEST_SUITE_P(Blosc, EveryFrame, testing::Values(test::Tested{kernel}));
INSTANTIATE_TEST_SUITE_P(Blosc, EveryPlugin,
                         testing::Values(test::Plugin{.name = "blosc",
                                                      .stored_name = "blosc",
                                                      .visible = {0, 0, 0, 0, 9, 1, 1},
                                                      .working = {2, 2, 4, 400'000, 9, 1, 1},
                                                      .wrong = {0, 0, 0, 0, 10},
                                                      .refusal = "level must be 0 to 9, not 10",
                                                      .complaint = "blosc data cut short"}));
INSTANTIATE_TEST_SUITE_P(
    Blosc, EveryCodec,
    testing::Values(test::CodecCase{
        "blosc",
        {{R"({"id":"blosc","cname":"lz4","clevel":5,"shuffle":1,"blocksize":0})",
          {0, 0, 0, 0, 5, 1, 1}},
         {R"({"id":"blosc","cname":"zstd","clevel":0,"shuffle":-1,"blocksize":0})",
          {0, 0, 0, 0, 0, 0xFFFFFFFF, 5}}},
        {{R"({"id":"blosc"})", {0, 0, 0, 0, 5, 1, 1}},
         {R"({"id":"blosc","cname":"zlib","clevel":9,"shuffle":2,"blocksize":65536})",
          {0, 0, 0, 0, 9, 2, 4}},
         {R"({"id":"blosc","typesize":4})", {0, 0, 0, 0, 5, 1, 1}},
         {R"({"id":"blosc","typesize":null})", {0, 0, 0, 0, 5, 1, 1}},
         {R"({"id":"blosc","typesize":1,"shuffle":-1})", {0, 0, 0, 0, 5, 2, 1}},
         {R"({"id":"blosc","shuffle":"bit","cname":5})", {0, 0, 0, 0, 5, 2, 5}}},
        {{{}, R"({"id":"blosc","cname":"blosclz","clevel":5,"shuffle":1,"blocksize":0})"},
         {{2, 2, 4, 4096, 1, 0, 5},
          R"({"id":"blosc","cname":"zstd","clevel":1,"shuffle":0,"blocksize":0})"}},
        {R"({"id":"blosc","cname":"lzma"})", R"({"id":"blosc","cname":6})",
         R"({"id":"blosc","clevel":10})", R"({"id":"blosc","shuffle":3})",
         R"({"id":"blosc","typesize":"4.5"})"},
        {{0, 0, 0, 0, 10}, {0, 0, 0, 0, 5, 3}}}));

// ---- parameters that depend on the variable ----

using test::CdValues;

class BloscBinding : public test::Binding {
 protected:
  BloscBinding() : Binding("blosc") {}
};

TEST_F(BloscBinding, FindsElementAndChunkAndShuffle) {
  CdValues visible{0, 0, 0, 0, 5, 0xFFFFFFFF, 1};
  CdValues working;
  EXPECT_EQ(modify(define(NC_DOUBLE, "a"), visible, working), NC_NOERR);
  EXPECT_EQ(working, (CdValues{2, 2, 8, 480, 5, 1, 1}));
  EXPECT_EQ(visible, (CdValues{0, 0, 0, 0, 5, 0xFFFFFFFF, 1})) << "the user's remain";
  EXPECT_EQ(modify(define(NC_UBYTE, "b"), visible, working), NC_NOERR);
  EXPECT_EQ(working, (CdValues{2, 2, 1, 60, 5, 2, 1}));
}

}  // namespace
}  // namespace ncf::plugins::blosc
