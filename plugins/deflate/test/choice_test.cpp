// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/strategy.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "common/test/kernel_samples.hpp"
#include "deflate/coders.hpp"
#include "deflate/filter.hpp"
#include "deflate/test/planes.hpp"
#include "shuffle/filter.hpp"

namespace ncf::plugins::deflate {
namespace {

using plugins::test::Data;
using plugins::test::noise;
using plugins::test::temperature;

constexpr std::uint64_t large = std::uint64_t{1} << 30;

Data shuffled(const Data& data, std::uint32_t element_bytes) {
  return plugins::test::encode(shuffle::kernel, {&element_bytes, 1}, data);
}

// A counter as floats: without shuffle, zlib finds matches in it that libdeflate does not.
Data counter(std::size_t bytes) {
  Data data(bytes);
  for (std::size_t i = 0; i < bytes / 4; ++i) {
    const auto number = static_cast<float>(i);
    std::memcpy(data.data() + 4 * i, &number, 4);
  }
  return data;
}

Data encode(Coders& coders, int level, const EncodeHints& hints, const Data& data) {
  const auto word = static_cast<std::uint32_t>(level);
  Data output(bound({}, data.size()));
  output.resize(encode_hinted(coders, {&word, 1}, hints, data, output));
  return output;
}

std::size_t zlib_bytes(const Data& data, int level) {
  const auto* const begin = reinterpret_cast<const std::uint8_t*>(data.data());
  return test::zlib_encode({begin, begin + data.size()}, level).size();
}

TEST(Strategy, IsTheSameAsANumber) {
  for (const Strategy& strategy :
       {Strategy{Encoder::planes, 1, 0}, Strategy{Encoder::planes, 9, 65535},
        Strategy{Encoder::zlib, 0, 7, 8}, strategy_by_level(5, 0, 100)}) {
    EXPECT_EQ(find_strategy(strategy.number()), strategy) << text_of(strategy);
  }
  const std::uint64_t planes = 1;
  for (const std::uint64_t wrong :
       {std::uint64_t{0}, planes, planes | 10U << 8U, std::uint64_t{4} | 1U << 8U,
        Strategy{Encoder::planes, 1}.number() | std::uint64_t{1} << 48U}) {
    EXPECT_FALSE(find_strategy(wrong)) << wrong;
  }
}

TEST(Strategy, IsCalledByItsEncoder) {
  EXPECT_EQ(text_of(Strategy{Encoder::planes, 2}), "planes 2");
  EXPECT_EQ(text_of(Strategy{Encoder::libdeflate, 12}), "libdeflate 12");
  EXPECT_EQ(text_of(Strategy{Encoder::zlib, 9}), "zlib 9");
}

// The promise, also if later chunks are a different kind of data.
TEST(DeflateChoice, MakesNoVariableLargerThanZlibDoes) {
  const auto coders = std::make_unique<Coders>();
  const Data field = temperature(128, 256);
  const Data count = counter(field.size());
  for (const bool shuffles : {true, false}) {
    const std::size_t element_bytes = shuffles ? 4 : 1;
    for (const Data& first : {field, count, noise(field.size())}) {
      for (const int level : {1, 5, 9}) {
        const auto prepared = [&](const Data& chunk) {
          return shuffles ? shuffled(chunk, 4) : chunk;
        };
        const Strategy strategy = choose(*coders, level, element_bytes, large, prepared(first));
        for (const Data& chunk : {first, plugins::test::constant(field.size()), count}) {
          const Data data = prepared(chunk);
          const Data encoded = encode(*coders, level, {element_bytes, strategy.number()}, data);
          EXPECT_LE(encoded.size(), zlib_bytes(data, level) + zlib_bytes(data, level) / 100)
              << text_of(strategy) << " at level " << level;
          EXPECT_TRUE(plugins::test::decode(kernel, encoded, data.size()) == data)
              << text_of(strategy);
        }
        const Data data = prepared(first);
        EXPECT_LE(encode(*coders, level, {element_bytes, strategy.number()}, data).size(),
                  zlib_bytes(data, level))
            << text_of(strategy) << " at level " << level;
      }
    }
  }
}

TEST(DeflateChoice, TakesZlibWhereNothingElseKeepsThePromise) {
  const auto coders = std::make_unique<Coders>();
  EXPECT_EQ(choose(*coders, 1, 1, large, counter(262'144)), (Strategy{Encoder::zlib, 1}));
}

TEST(DeflateChoice, TakesTheFastestStrategyThatKeepsThePromise) {
  const auto coders = std::make_unique<Coders>();
  const test::PlaneBytes planes = test::join({test::noise(60'000), test::noise_up_to(99, 60'000),
                                              test::runs(60'000), test::PlaneBytes(60'000, 64)});
  const auto* const begin = reinterpret_cast<const std::byte*>(planes.data());
  const ConstBytes chunk(begin, planes.size());
  for (const int level : {1, 3, 5}) {
    const Strategy strategy = choose(*coders, level, 4, large, chunk);
    EXPECT_EQ(text_of(strategy), "planes 1") << level;
    EXPECT_GT(strategy.min_share, 0) << level;
  }
}

TEST(DeflateChoice, IsNotTriedWhereItIsNotWorthIt) {
  const auto coders = std::make_unique<Coders>();
  const Data planes = shuffled(temperature(256, 256), 4);
  EXPECT_EQ(choose(*coders, 9, 4, 7 * planes.size(), planes), (Strategy{Encoder::planes, 9}));
  EXPECT_EQ(choose(*coders, 3, 1, 7 * planes.size(), planes), (Strategy{Encoder::zlib, 3}));
  EXPECT_EQ(choose(*coders, 5, 4, large, Data(planes.size())), (Strategy{Encoder::planes, 6}));
  EXPECT_EQ(choose(*coders, 5, 4, large, {}), strategy_by_level(5, 4, 0));
  EXPECT_EQ(choose(*coders, 5, 2, large, Data(1000)), strategy_by_level(5, 2, 1000));
  EXPECT_EQ(choose(*coders, 0, 4, large, planes), strategy_by_level(0, 4, planes.size()));
}

// Only a part of a large chunk is examined, in the same way as a small chunk.
TEST(DeflateChoice, LooksAtTheMiddleOfLargeChunks) {
  const auto coders = std::make_unique<Coders>();
  const Data field = temperature(256, 256);
  const Data border = noise(field.size() * 2);
  const Data chunk = plugins::test::join({border, field, border});
  for (const std::size_t element_bytes : {1U, 4U}) {
    const auto prepared = [&](const Data& data) {
      return element_bytes == 1 ? data : shuffled(data, 4);
    };
    EXPECT_EQ(choose(*coders, 6, element_bytes, large, prepared(chunk)),
              choose(*coders, 6, element_bytes, large, prepared(field)));
  }
}

TEST(DeflateChoice, OfAnotherKindOfDataIsNoStrategy) {
  const auto coders = std::make_unique<Coders>();
  const Data data = temperature(20, 20);
  const std::uint64_t planes = Strategy{Encoder::planes, 2}.number();
  for (const int level : {0, 1, 9}) {
    EXPECT_TRUE(encode(*coders, level, {300, planes}, data) ==
                encode(*coders, level, {300, 0}, data));
    EXPECT_TRUE(encode(*coders, level, {4, 77}, data) == encode(*coders, level, {4, 0}, data));
  }
}

}  // namespace
}  // namespace ncf::plugins::deflate
