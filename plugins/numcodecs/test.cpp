// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>

#include "base/library/build_config.hpp"
#include "common/test/every_plugin.hpp"
#include "numcodecs/kernels.hpp"

namespace ncf::plugins::numcodecs {
namespace {

using test::Data;
using Cd = std::vector<std::uint32_t>;

Data from_hex(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  Data data;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    data.push_back(static_cast<std::byte>(digit(hex[i]) << 4 | digit(hex[i + 1])));
  }
  return data;
}

template <class Number>
Data bytes_of(const std::vector<Number>& numbers) {
  const auto bytes = std::as_bytes(std::span(numbers));
  return {bytes.begin(), bytes.end()};
}

std::uint32_t type(char kind, std::uint32_t bytes, bool is_big = false) {
  return static_cast<std::uint32_t>(kind) << 16 | bytes << 8 | (is_big ? 1 : 0);
}

Cd with_reals(Cd parameters, std::initializer_list<double> reals) {
  for (const double real : reals) {
    const auto bits = std::bit_cast<std::uint64_t>(real);
    parameters.push_back(static_cast<std::uint32_t>(bits));
    parameters.push_back(static_cast<std::uint32_t>(bits >> 32));
  }
  return parameters;
}

/// Expects the bytes that numcodecs 0.11 writes, and what it reads from them.
void expect_coded(const Kernel& kernel, const Cd& parameters, const Data& decoded,
                  std::string_view encoded, const Data& read) {
  EXPECT_TRUE(test::encode(kernel, parameters, decoded) == from_hex(encoded)) << encoded;
  EXPECT_TRUE(test::decode(kernel, from_hex(encoded), read.size(), parameters) == read) << encoded;
  EXPECT_TRUE(test::decode_growing(kernel, from_hex(encoded), parameters) == read) << encoded;
}

TEST(Numcodecs, DeltaOfIntegersAndReals) {
  const Data integers = bytes_of(std::vector<std::int16_t>{5, 7, 4, 4});
  expect_coded(delta, {type('i', 2), type('i', 1)}, integers, "0502fd00", integers);
  const Data reals = from_hex("3fc000003fa0000040400000");
  const Cd big{type('f', 4, true), type('f', 4, true)};
  expect_coded(delta, big, reals, "3fc00000be8000003fe00000", reals);
}

TEST(Numcodecs, FixedScaleOffset) {
  const Cd parameters = with_reals({type('f', 8), type('u', 2)}, {10, 200});
  expect_coded(scaled, parameters, bytes_of(std::vector{280.12, 200.0, 265.55}), "210300009002",
               bytes_of(std::vector{801 / 10.0 + 200, 200.0, 656 / 10.0 + 200}));
}

TEST(Numcodecs, Quantize) {
  const Cd parameters{type('f', 8), type('f', 4), 1};
  expect_coded(quantize, parameters, bytes_of(std::vector{280.12, 200.0, -1.26}),
               "00108c43000048430000a0bf", bytes_of(std::vector{280.125, 200.0, -1.25}));
}

TEST(Numcodecs, AsTypeWithHalves) {
  const Cd parameters{type('f', 4), type('f', 2)};
  expect_coded(as_type, parameters, bytes_of(std::vector<float>{1.5F, 65504, 1e-7F, -2, 70000}),
               "003eff7b020000c0007c",
               bytes_of(std::vector<float>{1.5F, 65504, 0x1p-23F, -2, INFINITY}));
  const Data few = bytes_of(std::vector<std::int8_t>{-1, 2});
  expect_coded(as_type, {type('i', 1), type('i', 4, true)}, few, "ffffffff00000002", few);
}

TEST(Numcodecs, BitRound) {
  const Data rounded = from_hex("0000903f00009043000050c0");
  expect_coded(bitround, {type('f', 4), 3}, bytes_of(std::vector<float>{1.1F, 280.12F, -3.3F}),
               "0000903f00009043000050c0", rounded);
  for (const std::uint32_t kept : {24U, 0x80000000U, 0xFFFFFFFFU}) {
    EXPECT_EQ(test::failure_of([&] {
                test::encode(bitround, {{type('f', 4), kept}}, Data(4));
              }),
              "keepbits is larger than the numbers have");
  }
}

TEST(Numcodecs, PackBits) {
  expect_coded(packbits, {}, from_hex("010001010000000001"), "07b080",
               from_hex("010001010000000001"));
  expect_coded(packbits, {}, {}, "00", {});
  for (const std::string_view damaged : {"", "01", "08ff"}) {
    EXPECT_NE(test::failure_of([&] { test::decode_growing(packbits, from_hex(damaged)); }), "");
  }
}

TEST(Numcodecs, DataOfPartialNumbersAreRefused) {
  const Cd parameters{type('i', 4), type('i', 2)};
  EXPECT_EQ(test::failure_of([&] { test::decode(delta, Data(3), 8, parameters); }),
            "data of 3 bytes, but numbers of 2");
  EXPECT_EQ(test::failure_of([&] { test::encode(delta, parameters, Data(5)); }),
            "data of 5 bytes, but numbers of 4");
}

TEST(Numcodecs, WrongParametersAreRefused) {
  for (const Cd& parameters :
       {Cd{}, Cd{type('i', 4)}, Cd{type('x', 4), type('i', 4)}, Cd{type('i', 3), type('i', 4)},
        Cd{type('f', 1), type('f', 4)}, Cd{type('i', 4), type('i', 0)}}) {
    EXPECT_NE(test::failure_of([&] { test::decode_growing(delta, Data(8), parameters); }), "");
    EXPECT_EQ(delta.bound(parameters, 8), 8U);
  }
}

#if NCF_WITH_LZ4
TEST(Numcodecs, Lz4) {
  Data text;
  for (int i = 0; i < 8; ++i) text = test::join({text, from_hex("616263")});
  expect_coded(lz4, {1}, text, "180000003c6162630300506263616263", text);
  for (const std::string_view damaged :
       {"", "180000", "18000000", "180000003c616263", "ffffffff3c6162630300506263616263",
        "190000003c6162630300506263616263"}) {
    EXPECT_NE(test::failure_of([&] { test::decode_growing(lz4, from_hex(damaged)); }), "");
  }
}
#endif

#if NCF_WITH_LZMA
TEST(Numcodecs, LzmaOfBothFormats) {
  const Data data = test::temperature(20, 30);
  constexpr auto none = static_cast<std::uint32_t>(-1);
  for (const Cd& parameters : {Cd{1, none, none}, Cd{1, 1, 0}, Cd{2, none, 1}}) {
    const Data encoded = test::encode(lzma, parameters, data);
    EXPECT_TRUE(test::decode(lzma, encoded, data.size(), parameters) == data);
    EXPECT_TRUE(test::decode_growing(lzma, encoded, parameters) == data);
    const Data cut(encoded.begin(), encoded.end() - 9);
    EXPECT_NE(test::failure_of([&] { test::decode(lzma, cut, data.size(), parameters); }), "");
    EXPECT_NE(test::failure_of([&] { test::decode(lzma, encoded, data.size() - 1); }), "");
  }
  const Data stream = test::encode(lzma, {{1, none, none}}, data);
  const Data padded = test::join({stream, Data(4), stream});
  EXPECT_TRUE(test::decode_growing(lzma, padded) == test::join({data, data}));
  EXPECT_NE(test::failure_of([&] { test::decode_growing(lzma, {}); }), "");
}
#endif

}  // namespace
}  // namespace ncf::plugins::numcodecs
