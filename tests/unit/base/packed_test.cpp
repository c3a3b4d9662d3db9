// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/packed.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "ncf/error.hpp"

namespace ncf::base {
namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

TEST(Packed, KeepsNumbersAndTexts) {
  std::string bytes;
  const std::uint64_t numbers[] = {0, 1, 127, 128, 300, std::uint64_t{1} << 63, largest};
  for (const std::uint64_t number : numbers) pack(bytes, number);
  pack(bytes, std::string_view("a\0b", 3));
  pack(bytes, std::string_view());
  Unpacker packed(bytes);
  for (const std::uint64_t number : numbers) EXPECT_EQ(packed.number(), number);
  EXPECT_EQ(packed.text(), std::string("a\0b", 3));
  EXPECT_EQ(packed.text(), "");
  EXPECT_TRUE(packed.is_at_end());
}

TEST(Packed, SmallNumbersTakeAByte) {
  std::string bytes;
  pack(bytes, std::uint64_t{127});
  EXPECT_EQ(bytes.size(), 1);
  pack(bytes, std::uint64_t{128});
  EXPECT_EQ(bytes.size(), 3);
}

TEST(Packed, RefusesBytesThatEndTooEarly) {
  std::string bytes;
  pack(bytes, std::string_view("twelve bytes"));
  pack(bytes, largest);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    Unpacker packed(std::string_view(bytes).substr(0, length));
    EXPECT_THROW(
        {
          (void)packed.text();
          (void)packed.number();
        },
        Error)
        << length;
  }
}

TEST(Packed, RefusesNumbersOfMoreThan64Bits) {
  const std::string bytes(11, '\xff');
  EXPECT_THROW((void)Unpacker(bytes).number(), Error);
}

TEST(Packed, RefusesMoreItemsThanBytes) {
  std::string bytes;
  pack(bytes, std::uint64_t{3});
  bytes += "ab";
  EXPECT_THROW((void)Unpacker(bytes).count(), Error);
}

}  // namespace
}  // namespace ncf::base
