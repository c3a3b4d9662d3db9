// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/byte_count.hpp"

#include <gtest/gtest.h>

#include "support/table.hpp"

namespace ncf {
namespace {

std::string bytes_of(const std::string& text) {
  const auto bytes = parse_byte_count(text);
  return bytes ? std::to_string(*bytes) : "none";
}

TEST(ByteCount, HasUnitsOf1000AndOf1024) {
  test::expect_table(bytes_of, R"(
    0        -> 0
    4096     -> 4096
    500K     -> 500000
    1.5G     -> 1500000000
    1.5g     -> 1500000000
    9P       -> 9000000000000000
    64KiB    -> 65536
    0.5MiB   -> 524288
    1TiB     -> 1099511627776
    1.9      -> 1

    -1       -> none
    1e3      -> none
    64KB     -> none
    64Ki     -> none
    64kib    -> none
    5Q       -> none
    K        -> none
    10000P   -> none
    inf      -> none
    nan      -> none
  )");
  EXPECT_EQ(parse_byte_count(""), std::nullopt);
}

}  // namespace
}  // namespace ncf
