// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "location/location.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"

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
  EXPECT_EQ(local_path(parse_location("a#b")), "a#b");
  EXPECT_EQ(local_path(path_location("http://host/a")), "http://host/a");
  EXPECT_EQ(local_path(parse_location("file:///a/b#mode=zarr")), "/a/b");
  EXPECT_EQ(local_path(parse_location("file://a/b")), "a/b");
  EXPECT_EQ(local_path(parse_location("http://host/a")), std::nullopt);
  EXPECT_EQ(local_path(parse_location("file:///a%20%C3%a4%2523")), "/a \xC3\xA4%23");
  EXPECT_EQ(local_path(parse_location("file:///100%/%zz/%2/%00")), "/100%/%zz/%2/%00");
  EXPECT_EQ(local_path(parse_location("a%20b")), "a%20b");
}

TEST(Location, WhatClaimsToBeAUrlMustBeOne) {
  EXPECT_EQ(test::reason_of([] { (void)parse_location("http:///a"); }, ErrorCode::syntax),
            "no host, expected one after http://\n"
            "  http:///a\n"
            "         ^");
}

}  // namespace
}  // namespace ncf::location
