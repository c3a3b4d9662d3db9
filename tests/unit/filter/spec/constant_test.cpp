// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/spec/constant.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/errors.hpp"

namespace ncf::filter {
namespace {

using Tag = Constant::Tag;
using CdValues = std::vector<std::uint32_t>;

ConstantReading read(std::string_view text, Decimals decimals = Decimals::refused) {
  return read_constant(text, {0, text.size()}, decimals);
}

CdValues cd_values(std::string_view text) { return cd_values_of(read(text).constant); }

struct Row {
  const char* text;
  Tag tag;
  CdValues cd_values;
  const char* printed;
};

// The values netCDF documents, and the ends of every range.
const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      {"-17b", Tag::int8, {4294967279}, "-17b"},
      {"127B", Tag::int8, {127}, "127b"},
      {"-128b", Tag::int8, {4294967168}, "-128b"},
      {"23ub", Tag::uint8, {23}, "23ub"},
      {"255UB", Tag::uint8, {255}, "255ub"},
      {"-25S", Tag::int16, {4294967271}, "-25s"},
      {"-32768s", Tag::int16, {4294934528}, "-32768s"},
      {"27US", Tag::uint16, {27}, "27us"},
      {"65535us", Tag::uint16, {65535}, "65535us"},
      {"77", Tag::untagged, {77}, "77"},
      {"0", Tag::untagged, {0}, "0"},
      {"-0", Tag::untagged, {0}, "0"},
      {"4294967295", Tag::untagged, {4294967295}, "4294967295"},
      {"4294967296", Tag::untagged, {0, 1}, "4294967296"},
      {"18446744073709551615", Tag::untagged, {4294967295, 4294967295}, "18446744073709551615"},
      {"-77", Tag::int32, {4294967219}, "-77"},
      {"-1", Tag::int32, {4294967295}, "-1"},
      {"-2147483648", Tag::int32, {2147483648}, "-2147483648"},
      {"93U", Tag::uint32, {93}, "93u"},
      {"4294967295u", Tag::uint32, {4294967295}, "4294967295u"},
      {"789f", Tag::float32, {1145389056}, "789f"},
      {"-0f", Tag::float32, {2147483648}, "-0f"},
      {"1.f", Tag::float32, {1065353216}, "1f"},
      {"1e-45F", Tag::float32, {1}, "1e-45f"},
      {"12345678.12345678d", Tag::float64, {3287505826, 1097305129}, "12345678.12345678d"},
      {"1.5d", Tag::float64, {0, 1073217536}, "1.5d"},
      {".5D", Tag::float64, {0, 1071644672}, "0.5d"},
      {"15e-1d", Tag::float64, {0, 1073217536}, "1.5d"},
      {"5l", Tag::int64, {5, 0}, "5l"},
      {"-9223372036854775807L", Tag::int64, {1, 2147483648}, "-9223372036854775807l"},
      {"-9223372036854775808l", Tag::int64, {0, 2147483648}, "-9223372036854775808l"},
      {"5ul", Tag::uint64, {5, 0}, "5ul"},
      {"18446744073709551615UL", Tag::uint64, {4294967295, 4294967295}, "18446744073709551615ul"},
  };
  return table;
}

TEST(Constant, HasTheWordsOfItsTag) {
  for (const Row& row : rows()) {
    const ConstantReading reading = read(row.text);
    EXPECT_EQ(reading.constant.tag, row.tag) << row.text;
    EXPECT_EQ(cd_values_of(reading.constant), row.cd_values) << row.text;
    EXPECT_FALSE(reading.bits_lost) << row.text;
  }
}

TEST(Constant, PrintsCanonicallyAndReadsBackAsItself) {
  for (const Row& row : rows()) {
    const Constant constant = read(row.text).constant;
    EXPECT_EQ(format_constant(constant), row.printed);
    EXPECT_EQ(read(row.printed).constant, constant) << row.printed;
  }
}

TEST(Constant, MinusOneAndTheLargestNumberStayApart) {
  EXPECT_NE(read("-1").constant, read("18446744073709551615").constant);
}

TEST(Constant, IsTruncatedTo8And16BitsAndSaysWhenThatLosesBits) {
  const std::vector<Row> table = {
      {"128b", Tag::int8, {4294967168}, "-128b"},
      {"200b", Tag::int8, {4294967240}, "-56b"},
      {"-129b", Tag::int8, {127}, "127b"},
      {"256ub", Tag::uint8, {0}, "0ub"},
      {"-17ub", Tag::uint8, {239}, "239ub"},
      {"77000s", Tag::int16, {11464}, "11464s"},
      {"65536us", Tag::uint16, {0}, "0us"},
      {"-1us", Tag::uint16, {65535}, "65535us"},
      {"18446744073709551615b", Tag::int8, {4294967295}, "-1b"},
  };
  for (const Row& row : table) {
    const ConstantReading reading = read(row.text);
    EXPECT_EQ(reading.constant.tag, row.tag) << row.text;
    EXPECT_EQ(cd_values_of(reading.constant), row.cd_values) << row.text;
    EXPECT_EQ(format_constant(reading.constant), row.printed) << row.text;
    EXPECT_TRUE(reading.bits_lost) << row.text;
  }
}

/// Every value of 8 and 16 bits is read back from its text.
TEST(Constant, EveryNarrowValueReadsBackAsItself) {
  const auto check = [](Tag tag, std::int64_t first, std::int64_t last) {
    for (std::int64_t value = first; value <= last; ++value) {
      Constant constant;
      constant.tag = tag;
      constant.bits = static_cast<std::uint64_t>(value);
      const ConstantReading reading = read(format_constant(constant));
      ASSERT_EQ(reading.constant, constant);
      ASSERT_FALSE(reading.bits_lost);
      ASSERT_EQ(cd_values_of(constant), CdValues{static_cast<std::uint32_t>(value)});
    }
  };
  check(Tag::int8, -128, 127);
  check(Tag::uint8, 0, 255);
  check(Tag::int16, -32768, 32767);
  check(Tag::uint16, 0, 65535);
}

TEST(Constant, FloatsPrintTheShortestDigitsThatReadBack) {
  const auto check = [](double value) {
    Constant constant;
    constant.tag = Tag::float64;
    constant.bits = std::bit_cast<std::uint64_t>(value);
    EXPECT_EQ(read(format_constant(constant)).constant, constant) << value;
    constant.tag = Tag::decimal;
    EXPECT_EQ(read(format_constant(constant), Decimals::allowed).constant, constant) << value;
  };
  using Limits = std::numeric_limits<double>;
  for (const double value : {0.1, -0.1, 1.0 / 3, 1e300, 1e-300, 12345678.12345678, 100000.0, -0.0,
                             1e22, Limits::max(), Limits::min(), Limits::denorm_min()}) {
    check(value);
  }
}

TEST(Constant, FractionsWithoutTagAreDecimalsWhereAllowed) {
  const Constant decimal = read("0.001", Decimals::allowed).constant;
  EXPECT_EQ(decimal.tag, Tag::decimal);
  EXPECT_EQ(std::bit_cast<double>(decimal.bits), 0.001);
  EXPECT_EQ(format_constant(decimal), "0.001");
  EXPECT_EQ(format_constant(read("1e3", Decimals::allowed).constant), "1000.0");
  EXPECT_EQ(read("8", Decimals::allowed).constant.tag, Tag::untagged);
}

TEST(Constant, ErrorsQuoteTheWholeTextAndMarkTheField) {
  const auto message = [](std::string_view text, SourceSpan field) {
    return test::reason_of([&] { read_constant(text, field, Decimals::refused); });
  };
  EXPECT_EQ(message("v,307, 9xb ,1", {7, 10}),
            "unknown tag, expected b, ub, s, us, u, f, l, ul or d\n"
            "  v,307, 9xb ,1\n"
            "          ^~");
  EXPECT_EQ(message("v,307,-,1", {6, 7}),
            "expected a number, as 9, -17b, 93u or 1.5d\n"
            "  v,307,-,1\n"
            "        ^");
}

// ---- the order of the cd_values ----

using Bytes = std::array<std::byte, 8>;

/// Returns the memory of a machine that stores the most significant byte first.
Bytes big_endian_memory(std::uint64_t value) {
  Bytes memory{};
  for (std::size_t i = 0; i < 8; ++i) memory[i] = static_cast<std::byte>(value >> (56 - 8 * i));
  return memory;
}

std::uint32_t big_endian_word(const Bytes& memory, std::size_t begin) {
  std::uint32_t word = 0;
  for (std::size_t i = begin; i < begin + 4; ++i) {
    word = word << 8 | std::to_integer<std::uint32_t>(memory[i]);
  }
  return word;
}

/// Encodes as netCDF's documentation describes it, step by step: the eight bytes are swapped, then
/// each half.
Bytes documented_encoding(Bytes memory) {
  std::reverse(memory.begin(), memory.end());
  std::reverse(memory.begin(), memory.begin() + 4);
  std::reverse(memory.begin() + 4, memory.end());
  return memory;
}

TEST(Fix8, MakesTheWordsOfWordsOfOnABigEndianHost) {
  for (const char* text : {"1.5d", "-9223372036854775807l", "18446744073709551614ul",
                           "12345678.12345678d", "4294967296", "72623859790382856ul"}) {
    const Constant constant = read(text).constant;
    Bytes memory = big_endian_memory(constant.bits);
    fix8_on(std::endian::big, memory);
    EXPECT_EQ(memory, documented_encoding(big_endian_memory(constant.bits))) << text;
    EXPECT_EQ((CdValues{big_endian_word(memory, 0), big_endian_word(memory, 4)}),
              cd_values_of(constant))
        << text;
    fix8_on(std::endian::big, memory);
    EXPECT_EQ(memory, big_endian_memory(constant.bits)) << text;
  }
}

TEST(Fix8, ChangesNothingOnALittleEndianHost) {
  const Bytes memory = big_endian_memory(0x0102030405060708);
  Bytes fixed = memory;
  fix8_on(std::endian::little, fixed);
  EXPECT_EQ(fixed, memory);
}

TEST(Fix8, OfThisHostMakesTheWordsOfWordsOf) {
  const double value = 12345678.12345678;
  auto memory = std::bit_cast<Bytes>(value);
  fix8(memory, false);
  const auto pair = std::bit_cast<std::array<std::uint32_t, 2>>(memory);
  EXPECT_EQ((CdValues{pair[0], pair[1]}), cd_values("12345678.12345678d"));
  fix8(memory, true);
  EXPECT_EQ(std::bit_cast<double>(memory), value);
}

}  // namespace
}  // namespace ncf::filter
