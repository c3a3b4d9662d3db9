// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "location/location.hpp"

#include <gtest/gtest.h>

#include "support/table.hpp"

namespace ncf::location {
namespace {

TEST(Location, IsAPathOrAUrl) {
  EXPECT_FALSE(parse_location("a#b:c?d").url.has_value());
  EXPECT_TRUE(parse_location("http://host/a").url.has_value());
  EXPECT_EQ(parse_location("http://host/a").text, "http://host/a");
}

TEST(Location, OfAPathThatLooksLikeAUrl) {
  const Location location = path_location("http://host/a");
  EXPECT_FALSE(location.url.has_value());
  EXPECT_EQ(location.text, "http://host/a");
}

TEST(Location, IsLocalOrElsewhere) {
  const auto local = [](const std::string& text) {
    return local_path(parse_location(text)).value_or("elsewhere");
  };
  test::expect_table(local, R"(
    a#b                     -> a#b
    file:///a/b#mode=zarr   -> /a/b
    file://a/b              -> a/b
    http://host/a           -> elsewhere
    file:///a%20%C3%a4%2523 -> /a ä%23
    file:///100%/%zz/%2/%00 -> /100%/%zz/%2/%00
    a%20b                   -> a%20b
  )");
  EXPECT_EQ(local_path(path_location("http://host/a")), "http://host/a");
}

}  // namespace
}  // namespace ncf::location
