// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/memory/packed.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "support/errors.hpp"

namespace ncf::base {
namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
const std::string text_with_zero("a\0b", 3);

enum class Kind : std::uint8_t { first, last = 255 };

struct Item {
  int number = 0;
  std::string text;

  friend bool operator==(const Item&, const Item&) = default;
};

void fields(auto& archive, Item& item) { archive(item.number, item.text); }

struct Record {
  Kind kind = Kind::first;
  bool is_set = false;
  double value = 0;
  std::vector<Item> items;
  std::optional<Item> item;
  std::optional<double> missing;
  std::vector<std::vector<std::uint64_t>> numbers;

  friend bool operator==(const Record&, const Record&) = default;
};

void fields(auto& archive, Record& record) {
  archive(record.kind, record.is_set, record.value, record.items, record.item, record.missing,
          record.numbers);
}

Record record() {
  return {Kind::last,
          true,
          -0.1,
          {{std::numeric_limits<int>::min(), ""}, {1, "b"}},
          Item{-1, text_with_zero},
          std::nullopt,
          {{}, {0, 127, 128, largest}}};
}

template <class Value>
Value unpacked(std::string_view bytes) {
  Unpacker packed(bytes);
  auto value = unpack<Value>(packed);
  EXPECT_TRUE(packed.is_at_end());
  return value;
}

/// Expects that unpacking `bytes` is an internal error.
template <class Value>
void expect_invalid(std::string_view bytes) {
  const Error error = test::error_of([&] { (void)unpacked<Value>(bytes); });
  EXPECT_EQ(error.code(), ErrorCode::internal);
  EXPECT_STREQ(error.what(), "invalid message from another process");
}

TEST(Packed, KeepsNumbersAndTexts) {
  std::string bytes;
  const std::uint64_t numbers[] = {0, 1, 127, 128, 300, std::uint64_t{1} << 63, largest};
  for (const std::uint64_t number : numbers) pack(bytes, number);
  pack(bytes, text_with_zero, std::string());
  Unpacker packed(bytes);
  for (const std::uint64_t number : numbers) EXPECT_EQ(unpack<std::uint64_t>(packed), number);
  EXPECT_EQ(unpack<std::string>(packed), text_with_zero);
  EXPECT_EQ(unpack<std::string>(packed), "");
  EXPECT_TRUE(packed.is_at_end());
}

TEST(Packed, KeepsRecords) {
  std::string bytes;
  pack(bytes, record());
  EXPECT_EQ(unpacked<Record>(bytes), record());
}

TEST(Packed, SmallNumbersTakeAByte) {
  std::string bytes;
  pack(bytes, 127);
  EXPECT_EQ(bytes.size(), 1);
  pack(bytes, 128);
  EXPECT_EQ(bytes.size(), 3);
}

TEST(Packed, RefusesBytesThatEndTooEarly) {
  std::string bytes;
  pack(bytes, record());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    SCOPED_TRACE(length);
    expect_invalid<Record>(std::string_view(bytes).substr(0, length));
  }
}

TEST(Packed, RefusesNumbersOfTooManyBits) {
  expect_invalid<std::uint64_t>(std::string(11, '\xff'));
  std::string bytes;
  pack(bytes, 256);
  expect_invalid<std::uint8_t>(bytes);
  expect_invalid<Kind>(bytes);
  expect_invalid<bool>("\x02");
  expect_invalid<std::optional<bool>>("\x02\x01");
}

TEST(Packed, RefusesMoreItemsThanBytes) {
  expect_invalid<std::string>(
      "\x03"
      "ab");
  std::string bytes;
  pack(bytes, largest / 2);
  expect_invalid<std::string>(bytes);
  expect_invalid<std::vector<Item>>(bytes);
}

}  // namespace
}  // namespace ncf::base
