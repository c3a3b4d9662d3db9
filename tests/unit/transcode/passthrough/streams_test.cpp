// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/passthrough/streams.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

namespace ncf::transcode {
namespace {

std::optional<std::uint64_t> size_in(std::initializer_list<unsigned> after_magic) {
  std::vector<std::byte> data{std::byte{0x28}, std::byte{0xB5}, std::byte{0x2F}, std::byte{0xFD}};
  for (const unsigned byte : after_magic) data.push_back(static_cast<std::byte>(byte));
  return find_content_size(data);
}

// The first byte says how many bytes the size has, and whether one for the window comes before it.
TEST(Streams, FramesOfZstandardMayStateTheirSize) {
  EXPECT_EQ(size_in({0x20, 7}), 7U);
  EXPECT_EQ(size_in({0x60, 1, 2}), 256U + 1 + 512);
  EXPECT_EQ(size_in({0xA0, 1, 2, 3, 4}), 0x04030201U);
  EXPECT_EQ(size_in({0xE0, 1, 2, 3, 4, 5, 6, 7, 8}), 0x0807060504030201U);
  EXPECT_EQ(size_in({0x40, 88, 1, 2}), 256U + 1 + 512);
  EXPECT_EQ(size_in({0x80, 88, 1, 2, 3, 4}), 0x04030201U);
  EXPECT_EQ(size_in({0x00, 88, 9}), std::nullopt);
  EXPECT_EQ(size_in({0x21, 9, 7}), std::nullopt) << "with a dictionary";
}

TEST(Streams, OtherDataStateNoSize) {
  EXPECT_EQ(size_in({}), std::nullopt);
  EXPECT_EQ(size_in({0xA0, 1, 2, 3}), std::nullopt) << "cut short";
  const std::vector<std::byte> skippable(12, std::byte{0x50});
  EXPECT_EQ(find_content_size(skippable), std::nullopt);
  EXPECT_EQ(find_content_size({}), std::nullopt);
}

}  // namespace
}  // namespace ncf::transcode
