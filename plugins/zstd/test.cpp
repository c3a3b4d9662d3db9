// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <zstd.h>

#include "common/test/every_plugin.hpp"
#include "zstd/filter.hpp"
#include "zstd/strategy.hpp"

namespace ncf::plugins::zstd {
namespace {

using test::Data;

static_assert(filter::zstd::parameters[0].default_value == default_level);

// The reference: the function that other zstd filters call.
Data reference_encode(const Data& decoded, int level) {
  Data encoded(ZSTD_compressBound(decoded.size()));
  encoded.resize(
      ZSTD_compress(encoded.data(), encoded.size(), decoded.data(), decoded.size(), level));
  return encoded;
}

struct FrameOptions {
  int content_size = 1;
  int checksum = 0;
};

// Makes a frame like those of other writers. Without a content size, libzstd must not know the size
// beforehand.
Data make_frame(const Data& decoded, FrameOptions options) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, options.content_size);
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, options.checksum);
  Data encoded(ZSTD_compressBound(decoded.size()));
  encoded.resize(
      ZSTD_compress2(context, encoded.data(), encoded.size(), decoded.data(), decoded.size()));
  ZSTD_freeCCtx(context);
  return encoded;
}

const FrameOptions without_size{0, 0};
const FrameOptions with_checksum{1, 1};

// Returns a little-endian number, like all numbers in a frame.
Data number(std::uint64_t value, unsigned bytes) {
  Data data;
  for (unsigned i = 0; i < bytes; ++i) data.push_back(static_cast<std::byte>(value >> (8 * i)));
  return data;
}

Data skippable_frame(std::uint32_t magic, std::size_t bytes) {
  return test::join({number(magic, 4), number(bytes, 4), test::constant(bytes)});
}

// Makes a frame with the given header fields and one block of 128 KiB, a repeated byte.
// source: RFC 8878, sections 3.1.1.1 and 3.1.1.2
Data run_length_frame(const Data& header_fields) {
  const std::uint32_t last_run_length_block = (std::uint32_t{128 * 1024} << 3) | 3;
  return test::join({number(ZSTD_MAGICNUMBER, 4), header_fields, number(last_run_length_block, 3),
                     test::constant(1)});
}

Data frame_that_claims(std::uint64_t content_bytes) {
  const std::uint64_t has_8_byte_size = 0xC0;
  const std::uint64_t window_of_1_mib = 0x50;
  return run_length_frame(test::join(
      {number(has_8_byte_size, 1), number(window_of_1_mib, 1), number(content_bytes, 8)}));
}

Data frame_with_window(unsigned window_log) {
  const std::uint64_t has_no_size = 0;
  return run_length_frame(test::join({number(has_no_size, 1), number((window_log - 10) << 3, 1)}));
}

TEST(Zstd, WritesWhatOtherZstdFiltersWrite) {
  const Data data = test::temperature(300, 1000);
  for (const int level : {-131072, -5, 0, 1, 2, 3, 9, 19, 22}) {
    const auto word = static_cast<std::uint32_t>(level);
    const Data encoded = test::encode(kernel, {&word, 1}, data);
    EXPECT_TRUE(encoded == reference_encode(data, level)) << level;
    EXPECT_TRUE(test::decode(kernel, encoded, data.size()) == data) << level;
  }
  EXPECT_TRUE(test::encode(kernel, {}, data) == reference_encode(data, 3));
}

TEST(Zstd, GivesBackWhatEveryLevelEncoded) {
  const Data data = test::temperature(50, 100);
  for (int level = -10; level <= 22; ++level) {
    const auto word = static_cast<std::uint32_t>(level);
    const Data encoded = test::encode(kernel, {&word, 1}, data);
    EXPECT_TRUE(test::decode_growing(kernel, encoded) == data) << level;
  }
}

TEST(Zstd, WritesOneFrameWithContentSizeAndNoChecksum) {
  const Data data = test::temperature(300, 1000);
  const Data encoded = test::encode(kernel, {}, data);
  EXPECT_EQ(ZSTD_findFrameCompressedSize(encoded.data(), encoded.size()), encoded.size());
  EXPECT_EQ(ZSTD_getFrameContentSize(encoded.data(), encoded.size()), data.size());
  const auto descriptor = std::to_integer<unsigned>(encoded[4]);
  EXPECT_EQ(descriptor & 0x04U, 0U) << "checksum flag, RFC 8878 section 3.1.1.1.1";
}

TEST(Zstd, NamesTheLevelsThereAre) {
  const std::uint32_t too_high = 23;
  EXPECT_EQ(test::failure_of([&] {
              check({&too_high, 1});
            }),
            "level must be -131072 to 22, not 23");
  const auto too_low = static_cast<std::uint32_t>(-131073);
  EXPECT_EQ(test::failure_of([&] {
              test::encode(kernel, {&too_low, 1}, {});
            }),
            "level must be -131072 to 22, not -131073");
}

TEST(Zstd, ReadsFramesWithoutContentSize) {
  for (const Data& data :
       {test::temperature(50, 100), test::constant(std::size_t{40} << 20), test::noise(500'000)}) {
    const Data frame = make_frame(data, without_size);
    ASSERT_EQ(ZSTD_getFrameContentSize(frame.data(), frame.size()), ZSTD_CONTENTSIZE_UNKNOWN);
    EXPECT_TRUE(test::decode(kernel, frame, data.size()) == data) << data.size();
    EXPECT_TRUE(test::decode_growing(kernel, frame) == data) << data.size();
    EXPECT_EQ(test::failure_of([&] { test::decode(kernel, frame, data.size() - 1); }),
              "decodes to more than the " + std::to_string(data.size() - 1) + " bytes expected");
  }
}

TEST(Zstd, ReadsSeveralFramesOfAllKinds) {
  const Data data = test::temperature(50, 100);
  const Data frames =
      test::join({skippable_frame(0x184D2A50, 0), make_frame(data, without_size),
                  make_frame(data, with_checksum), skippable_frame(0x184D2A5F, 1000),
                  make_frame(data, {}), skippable_frame(0x184D2A50, 3)});
  EXPECT_TRUE(test::decode(kernel, frames, 3 * data.size()) == test::join({data, data, data}));
  EXPECT_TRUE(test::decode_growing(kernel, frames) == test::join({data, data, data}));
}

TEST(Zstd, RefusesSkippableFramesCutShort) {
  Data frame = skippable_frame(0x184D2A50, 1000);
  while (frame.size() > 1) {
    frame.pop_back();
    EXPECT_EQ(test::failure_of([&] { test::decode_growing(kernel, frame); }),
              "zstd data cut short");
  }
}

TEST(Zstd, ChecksTheChecksum) {
  const Data data = test::temperature(50, 100);
  for (const FrameOptions options : {with_checksum, FrameOptions{0, 1}}) {
    Data frame = make_frame(data, options);
    EXPECT_TRUE(test::decode_growing(kernel, frame) == data);
    frame.back() ^= std::byte{1};
    EXPECT_EQ(test::failure_of([&] { test::decode_growing(kernel, frame); }),
              "zstd data contradict their checksum");
  }
}

// Frames claim sizes up to the whole address space, and contain 128 KiB.
TEST(Zstd, DoesNotTakeMemoryBecauseAFrameClaimsIt) {
  for (const std::uint64_t claimed :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{128 * 1024 - 1},
        std::uint64_t{128 * 1024 + 1}, std::uint64_t{1} << 40, std::uint64_t{1} << 62}) {
    const ncf::test::GuardedMemory input{ConstBytes(frame_that_claims(claimed))};
    test::GrowingOutput output;
    EXPECT_NE(test::failure_of(
                  [&] { kernel.decode(*kernel.make_workspace(), {}, input.bytes(), output); }),
              "")
        << claimed;
    EXPECT_LE(output.memory().size(), std::size_t{1} << 20) << claimed;
  }
  EXPECT_TRUE(test::decode_growing(kernel, frame_that_claims(128 * 1024)) ==
              test::constant(128 * 1024));
}

TEST(Zstd, BelievesLargeFramesByTheirLength) {
  const Data data = test::noise(std::size_t{20} << 20);
  EXPECT_TRUE(test::decode(kernel, test::encode(kernel, {}, data), data.size()) == data);
}

TEST(Zstd, RefusesAFrameMadeWithADictionary) {
  const std::uint64_t has_dictionary_id = 0x01;
  const std::uint64_t window_of_1_mib = 0x50;
  const Data frame = run_length_frame(
      test::join({number(has_dictionary_id, 1), number(window_of_1_mib, 1), number(7, 1)}));
  EXPECT_EQ(test::failure_of([&] { test::decode_growing(kernel, frame); }),
            "zstd data need a dictionary");
}

TEST(Zstd, SaysWhatIsDamaged) {
  Data frame = test::encode(kernel, {}, test::temperature(8, 16));
  frame[10] ^= std::byte{0xFF};
  EXPECT_EQ(test::failure_of([&] { test::decode_growing(kernel, frame); }), "damaged zstd data");
}

TEST(Zstd, TakesAWindowOfUpTo128MiB) {
  EXPECT_TRUE(test::decode_growing(kernel, frame_with_window(27)) == test::constant(128 * 1024));
  EXPECT_EQ(test::failure_of([&] { test::decode_growing(kernel, frame_with_window(28)); }),
            "zstd data need a window of more than 128 MiB");
}

// ---- what is tried on all ----

INSTANTIATE_TEST_SUITE_P(Zstd, EveryKernel, testing::Values(test::Tested{kernel}));
INSTANTIATE_TEST_SUITE_P(Zstd, EveryCompressor, testing::Values(test::Tested{kernel}));
INSTANTIATE_TEST_SUITE_P(Zstd, EveryPlugin,
                         testing::Values(test::Plugin{
                             .name = "zstd",
                             .stored_name = "Zstandard compression: http://www.zstd.net",
                             .visible = {3},
                             .working = {3},
                             .wrong = {23},
                             .refusal = "level must be -131072 to 22, not 23",
                             .complaint = "not zstd data"}));
INSTANTIATE_TEST_SUITE_P(
    Zstd, EveryCodec,
    testing::Values(test::CodecCase{
        "zstd",
        {{R"({"id":"zstd","level":19})", {19}}, {R"({"id":"zstd","level":-5})", {4294967291U}}},
        {{R"({"id":"zstd"})", {0}}, {R"({"id":"zstd","level":3,"checksum":false})", {3}}},
        {{{}, R"({"id":"zstd","level":3})"}},
        {R"({"id":"zstd","level":23})", R"({"id":"zstd","level":3,"checksum":true})"},
        {{23}}}));

}  // namespace
}  // namespace ncf::plugins::zstd
