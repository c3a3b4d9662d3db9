// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "zstd/strategy.hpp"

#include <gtest/gtest.h>
#include <zstd.h>

#include <initializer_list>
#include <random>

#include "common/test/kernel_samples.hpp"
#include "shuffle/filter.hpp"
#include "zstd/filter.hpp"

namespace ncf::plugins::zstd {
namespace {

using test::Data;
using test::noise;
using test::temperature;

constexpr std::uint64_t large = std::uint64_t{1} << 40;

Data shuffled(const Data& data, std::uint32_t element_bytes) {
  return test::encode(shuffle::kernel, {&element_bytes, 1}, data);
}

// Returns planes of so many bytes: noise in fewer and fewer bits; the last ones are mostly runs.
Data planes(std::initializer_list<unsigned> limits, std::size_t plane_bytes) {
  std::mt19937 random(20260101);
  Data data;
  for (const unsigned limit : limits) {
    for (std::size_t i = 0; i < plane_bytes; ++i) {
      data.push_back(static_cast<std::byte>(random() % limit));
    }
  }
  return data;
}

Data encode(Coders& coders, int level, const EncodeHints& hints, const Data& data) {
  const ncf::test::GuardedMemory input{ConstBytes(data)};
  const ncf::test::GuardedMemory output(bound({}, data.size()));
  const auto word = static_cast<std::uint32_t>(level);
  const std::size_t bytes = encode_hinted(coders, {&word, 1}, hints, input.bytes(), output.bytes());
  return {output.bytes().begin(), output.bytes().begin() + static_cast<std::ptrdiff_t>(bytes)};
}

std::size_t libzstd_bytes(const Data& data, int level) {
  Data encoded(ZSTD_compressBound(data.size()));
  return ZSTD_compress(encoded.data(), encoded.size(), data.data(), data.size(), level);
}

// Checks that this is one frame that states its size and has no checksum, the only form that all
// filters read.
void expect_readable(const Data& encoded, const Data& data, const std::string& title) {
  EXPECT_EQ(ZSTD_findFrameCompressedSize(encoded.data(), encoded.size()), encoded.size()) << title;
  EXPECT_EQ(ZSTD_getFrameContentSize(encoded.data(), encoded.size()), data.size()) << title;
  Data decoded(data.size());
  EXPECT_EQ(ZSTD_decompress(decoded.data(), decoded.size(), encoded.data(), encoded.size()),
            data.size())
      << title;
  EXPECT_TRUE(decoded == data) << title;
}

TEST(ZstdStrategy, IsTheSameAsANumber) {
  for (const Strategy& strategy :
       {plain_strategy, Strategy{Encoder::planes}, Strategy{Encoder::planes, max_effort, 7, 8},
        Strategy{Encoder::whole, 1, 0, 65535}}) {
    EXPECT_EQ(find_strategy(strategy.number()), strategy) << text_of(strategy, 3);
  }
  const std::uint64_t whole = plain_strategy.number();
  for (const std::uint64_t wrong :
       {std::uint64_t{0}, std::uint64_t{3}, whole | 12U << 8U, whole | std::uint64_t{1} << 48U}) {
    EXPECT_FALSE(find_strategy(wrong)) << wrong;
  }
}

TEST(ZstdStrategy, IsCalledByItsEffortAndEncoder) {
  EXPECT_EQ(text_of(plain_strategy, -7), "libzstd -7");
  EXPECT_EQ(text_of({Encoder::planes}, 3), "libzstd 3 by planes");
  EXPECT_EQ(text_of({Encoder::whole, 11}, 9), "effort 11");
  EXPECT_EQ(text_of({Encoder::planes, 1}, 3), "effort 1 by planes");
}

// The promise, also if later chunks are a different kind of data.
TEST(ZstdChoice, MakesNoVariableMuchLargerThanLibzstdDoes) {
  Coders coders;
  const Data field = shuffled(temperature(256, 256), 4);
  const Data mixed = planes({256, 200, 20, 2}, field.size() / 4);
  for (const Data& first : {field, mixed, noise(field.size())}) {
    for (const int level : {1, 3, 9}) {
      const Strategy strategy = choose(coders, level, 4, large, first);
      const std::string title = text_of(strategy, level);
      for (const Data& data : {first, test::constant(field.size()), Data(field.size()), mixed}) {
        const Data encoded = encode(coders, level, {4, strategy.number()}, data);
        EXPECT_LE(encoded.size(), libzstd_bytes(data, level) * 1005 / 1000) << title;
        expect_readable(encoded, data, title);
      }
    }
  }
}

TEST(ZstdChoice, TakesTheFastestEffortThatKeepsThePromise) {
  Coders coders;
  const Data mixed = planes({256, 200, 20, 2}, 65'536);
  for (const int level : {3, 9}) {
    const Strategy strategy = choose(coders, level, 4, large, mixed);
    EXPECT_EQ(text_of(strategy, level), "effort 1 by planes") << level;
    EXPECT_GT(strategy.min_share, 0) << level;
    EXPECT_LT(strategy.max_share, any_share) << level;
    EXPECT_LT(encode(coders, level, {4, strategy.number()}, mixed).size(),
              libzstd_bytes(mixed, level));
  }
}

TEST(ZstdChoice, TakesTheWholeChunkWhereThereAreNoPlanes) {
  Coders coders;
  const Data mixed = planes({256, 200, 20, 2}, 65'536);
  for (const std::size_t element_bytes : {std::size_t{1}, mixed.size() / 4096 + 1}) {
    const Strategy strategy = choose(coders, 3, element_bytes, large, mixed);
    EXPECT_EQ(strategy.encoder, Encoder::whole) << element_bytes;
  }
}

TEST(ZstdChoice, LeavesToLibzstdWhatIsNearlyNothing) {
  Coders coders;
  EXPECT_EQ(choose(coders, 3, 4, large, Data(262'144)), plain_strategy);
}

TEST(ZstdChoice, IsNotTriedWhereItIsNotWorthIt) {
  Coders coders;
  const Data mixed = planes({256, 200, 20, 2}, 65'536);
  EXPECT_EQ(choose(coders, 3, 4, 31 * mixed.size(), mixed), (Strategy{Encoder::planes}));
  EXPECT_EQ(choose(coders, 3, 1, 31 * mixed.size(), mixed), plain_strategy);
  EXPECT_EQ(choose(coders, -1, 4, large, mixed), plain_strategy);
  EXPECT_EQ(choose(coders, 3, 4, large, {}), plain_strategy);
}

// A sample cannot show repetitions that only a level finds, because they are too far back for an
// effort.
TEST(ZstdChoice, IsNotTriedWhereTheLevelLooksFartherBack) {
  Coders coders;
  const Data window = planes({256, 128, 128, 128}, std::size_t{1} << 20);
  Data longer = window;
  longer.resize(longer.size() + 4);
  EXPECT_NE(choose(coders, 17, 4, large, window).effort, 0);
  EXPECT_NE(choose(coders, 16, 4, large, longer).effort, 0);
  EXPECT_EQ(choose(coders, 17, 4, large, longer), (Strategy{Encoder::planes}));
}

// Level 0 is another name for level 3.
TEST(ZstdChoice, KnowsTheDefaultLevel) {
  Coders coders;
  const Data field = shuffled(temperature(256, 256), 4);
  EXPECT_EQ(choose(coders, 0, 4, large, field), choose(coders, 3, 4, large, field));
}

// Only a part of a large chunk is examined, in the same way as a small chunk.
TEST(ZstdChoice, LooksAtTheMiddleOfLargeChunks) {
  Coders coders;
  const Data field = temperature(512, 512);
  const Data border = noise(field.size());
  EXPECT_EQ(choose(coders, 6, 4, large, shuffled(test::join({border, field, border}), 4)),
            choose(coders, 6, 4, large, shuffled(field, 4)));
}

// The safeguards: a chunk that becomes nearly nothing, or has an unexpected size, does not become
// larger than with libzstd's own strategy.
TEST(ZstdChoice, EncodesUnexpectedChunksAgain) {
  Coders coders;
  const int level = 9;
  const Data mixed = planes({256, 200, 20, 2}, 65'536);
  const Data smooth = shuffled(temperature(256, 256), 4);
  Strategy strategy{Encoder::planes, 1};
  const auto bytes_of = [&](const Data& data) {
    return encode(coders, level, {4, strategy.number()}, data).size();
  };
  ASSERT_GT(bytes_of(smooth), libzstd_bytes(smooth, level)) << "nothing to guard against";
  strategy.expect_no_less(bytes_of(mixed), mixed.size());
  EXPECT_EQ(bytes_of(smooth), libzstd_bytes(smooth, level));

  strategy = {Encoder::planes, 1};
  strategy.expect_no_more(bytes_of(smooth) / 2, smooth.size());
  EXPECT_EQ(bytes_of(smooth), libzstd_bytes(smooth, level));

  EXPECT_EQ(encode(coders, level, {4, 0}, Data(262'144)).size(),
            libzstd_bytes(Data(262'144), level));
}

TEST(ZstdChoice, TakesTheCarefulStrategyWhereAnotherDoesNotServe) {
  Coders coders;
  const Data field = shuffled(temperature(256, 256), 4);
  const std::uint64_t by_planes = Strategy{Encoder::planes, 2}.number();
  for (const std::size_t element_bytes : {std::size_t{0}, std::size_t{1}, field.size()}) {
    EXPECT_TRUE(encode(coders, 3, {element_bytes, by_planes}, field) ==
                encode(coders, 3, {}, field))
        << element_bytes;
  }
  EXPECT_TRUE(encode(coders, 3, {4, 77}, field) == encode(coders, 3, {4, 0}, field));
}

// Every strategy, on chunks of every kind and size: bytes after the last whole element, planes that
// are barely long enough, elements larger than a chunk.
TEST(ZstdChoice, GivesBackWhatEveryStrategyEncoded) {
  Coders coders;
  for (const std::size_t element_bytes : {0U, 1U, 2U, 3U, 8U, 64U, 100'000U}) {
    for (const std::size_t bytes : {0U, 1U, 4095U, 3U * 4096 + 2, 262'145U, 600'003U}) {
      for (const Data& data : {noise(bytes), test::constant(bytes), temperature(1, bytes / 4)}) {
        for (std::uint8_t effort = 0; effort <= max_effort; effort += 5) {
          for (const Encoder encoder : {Encoder::whole, Encoder::planes}) {
            const Strategy strategy{encoder, effort};
            expect_readable(encode(coders, 3, {element_bytes, strategy.number()}, data), data,
                            text_of(strategy, 3));
          }
        }
      }
    }
  }
}

// Earlier work of the thread makes no difference.
TEST(ZstdChoice, WritesTheSameBytesWhateverWasEncodedBefore) {
  Coders used;
  const Data field = shuffled(temperature(256, 256), 4);
  for (std::uint8_t effort = 0; effort <= max_effort; ++effort) {
    for (const Encoder encoder : {Encoder::planes, Encoder::whole}) {
      const EncodeHints hints{4, Strategy{encoder, effort}.number()};
      static_cast<void>(encode(used, 9, hints, noise(100'000)));
      Coders fresh;
      EXPECT_TRUE(encode(used, 9, hints, field) == encode(fresh, 9, hints, field)) << +effort;
    }
  }
}

}  // namespace
}  // namespace ncf::plugins::zstd
