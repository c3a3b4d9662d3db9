// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The fast reader agrees with the library bit for bit.
#include "cdl/read/fast_numbers.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "model/values/numbers.hpp"

namespace ncf::cdl {
namespace {

/// Adds room after the text, which the fast reader needs.
std::string padded(const std::string& text) { return text + std::string(300, ' '); }

template <typename T>
model::TypeClass class_of() {
  auto type = model::TypeClass::byte_;
  while (!model::visit_number(type, [](auto like) { return std::is_same_v<decltype(like), T>; })) {
    type = static_cast<model::TypeClass>(static_cast<int>(type) + 1);
  }
  return type;
}

template <typename T>
NumberRun read(const std::string& text, std::vector<T>& values, T fill = T{}) {
  return read_numbers(text.data(), text.data() + text.size(), class_of<T>(),
                      reinterpret_cast<std::byte*>(values.data()), values.size(),
                      reinterpret_cast<const std::byte*>(&fill));
}

template <typename T>
std::size_t count_of(const std::string& text) {
  std::vector<T> values(4);
  return read(padded(text), values).count;
}

TEST(ReadNumbers, ReadsAListAndTellsWhereItEnds) {
  const std::string text = padded("1, -2 ,\n+3,_ ; next");
  std::vector<int> values(10);
  const NumberRun run = read(text, values, -9);
  EXPECT_EQ(run.count, 4U);
  EXPECT_FALSE(run.expects_item);
  EXPECT_EQ(*run.at, ';');
  values.resize(4);
  EXPECT_EQ(values, (std::vector<int>{1, -2, 3, -9}));
}

TEST(ReadNumbers, StopsBeforeWhatIsNotPlain) {
  for (const std::string rest :
       {"017", "0x5", "5b", "5/**/", "'a'", "1e", "1.5e2147483648", "1e-99999999999999999999", ".",
        "-", "_x", "NaN", "12345678901234567890", "\"5\""}) {
    const std::string text = padded("1, " + rest + ", 2");
    std::vector<double> values(10);
    const NumberRun run = read(text, values);
    EXPECT_EQ(run.count, 1U) << rest;
    EXPECT_TRUE(run.expects_item) << rest;
    EXPECT_EQ(run.at, text.data() + 3) << rest;
  }
}

TEST(ReadNumbers, ZeroKeepsItsSign) {
  std::vector<float> values(3, 1.0F);
  EXPECT_EQ(read(padded("-0, 0, -0.0;"), values).count, 3U);
  EXPECT_TRUE(std::signbit(values[0]));
  EXPECT_FALSE(std::signbit(values[1]));
  EXPECT_TRUE(std::signbit(values[2]));
}

TEST(ReadNumbers, LeavesWhatDoesNotFit) {
  EXPECT_EQ(count_of<std::int8_t>("127,"), 1U);
  EXPECT_EQ(count_of<std::int8_t>("128,"), 0U);
  EXPECT_EQ(count_of<std::uint8_t>("-1,"), 0U);
  EXPECT_EQ(count_of<std::uint8_t>("255,"), 1U);
  EXPECT_EQ(count_of<std::int32_t>("1.0,"), 0U);
  EXPECT_EQ(count_of<float>("1e39,"), 0U);
  EXPECT_EQ(count_of<double>("1e400,"), 0U);
  EXPECT_EQ(count_of<float>("16777216, -16777217,"), 1U);
  EXPECT_EQ(count_of<double>("16777217, 9007199254740993,"), 1U);
  EXPECT_EQ(count_of<float>("0.0, 1e-45, 1e-46,"), 2U);
  EXPECT_EQ(count_of<double>("0e-400, 1e-320, 1e-400,"), 2U);
}

TEST(ReadNumbers, StopsFarEnoughBeforeTheEnd) {
  const std::string text = "1, 2, 3";
  std::vector<int> values(10);
  const NumberRun run = read(text, values);
  EXPECT_EQ(run.count, 0U);
  EXPECT_EQ(run.at, text.data());
}

TEST(ReadNumbers, ReadsNoMoreThanAskedFor) {
  std::vector<int> values(2);
  const std::string text = padded("1, 2, 3");
  const NumberRun run = read(text, values);
  EXPECT_EQ(run.count, 2U);
  EXPECT_TRUE(run.expects_item);
  EXPECT_EQ(*run.at, '3');
}

void expect_same_as_library(const std::string& text) {
  double expected = 0;
  std::from_chars(text.data(), text.data() + text.size(), expected);
  const std::string with_room = padded(text + ",");
  std::vector<double> doubles(1);
  std::vector<float> floats(1);
  ASSERT_EQ(read(with_room, doubles).count, 1U) << text;
  EXPECT_EQ(std::bit_cast<std::uint64_t>(doubles[0]), std::bit_cast<std::uint64_t>(expected))
      << text;
  if (read(with_room, floats).count == 0) return;  // too large or too small
  // ncgen reads a double first.
  EXPECT_EQ(std::bit_cast<std::uint32_t>(floats[0]),
            std::bit_cast<std::uint32_t>(static_cast<float>(expected)))
      << text;
}

TEST(ReadNumbers, AreWhatTheLibraryReads) {
  std::mt19937_64 random(20);
  for (int i = 0; i < 200000; ++i) {
    const auto digits = random() % 1000000000000000000ULL >> (random() % 60);
    const auto exponent = static_cast<int>(random() % 80) - 40;
    expect_same_as_library(fmt::format("{}{}.{}e{}", i % 2 == 0 ? "-" : "", digits % 100000,
                                       digits / 1000000, exponent));
    expect_same_as_library(fmt::format("{:.7g}", static_cast<double>(digits) * 1.37e-9));
    expect_same_as_library(fmt::format(
        "{:.15g}",
        std::ldexp(static_cast<double>(digits), static_cast<int>(random() % 200) - 100)));
  }
}

}  // namespace
}  // namespace ncf::cdl
