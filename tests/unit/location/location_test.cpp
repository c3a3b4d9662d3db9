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

// ---- URLs ----

TEST(Url, HasParts) {
  const Url url = parse_url("[log]HTTPS://user:pass@host:8080/a/b.nc?t[0:1]#mode=dap4,x&show=");
  EXPECT_EQ(url.protocol, "https");
  EXPECT_EQ(url.credentials, "user:pass");
  EXPECT_EQ(url.host, "host");
  EXPECT_EQ(url.port, "8080");
  EXPECT_EQ(url.path, "/a/b.nc");
  EXPECT_EQ(url.query, "t[0:1]");
  const std::vector<Parameter> parameters = {{"log", {}}, {"mode", {"dap4", "x"}}, {"show", {}}};
  EXPECT_EQ(url.parameters, parameters);
}

TEST(Url, PartsMayBeMissing) {
  const Url url = parse_url("http://host");
  EXPECT_EQ(url, (Url{"http", "", "host", "", "", "", {}}));
}

TEST(Url, OfAFileHasNoHost) {
  EXPECT_EQ(parse_url("file:/a/b"), (Url{"file", "", "", "", "/a/b", "", {}}));
  EXPECT_EQ(parse_url("file:///a/b"), parse_url("file:/a/b"));
  EXPECT_EQ(parse_url("file://a/b").path, "a/b");
  EXPECT_EQ(parse_url("file://localhost:80/b").path, "localhost:80/b");
}

TEST(Url, NothingIsDecoded) {
  const Url url = parse_url("http://host/a%20b?c%23#d=%26");
  EXPECT_EQ(url.path, "/a%20b");
  EXPECT_EQ(url.query, "c%23");
  EXPECT_EQ(url.parameters[0].values[0], "%26");
}

TEST(Url, PrintingIsInvertedByParsing) {
  for (const char* text : {"http://host/", "http://u:p@host:1/a?b#c&d=e,f", "file:///a#mode=zarr",
                           "file://a", R"(http://host/?q\#only-a-query)", R"(file:///a\\#log)"}) {
    const Url url = parse_url(text);
    EXPECT_EQ(parse_url(format_url(url)), url) << format_url(url);
  }
  EXPECT_EQ(format_url(parse_url("[log][x=1]http://host#y")), "http://host/#log&x=1&y");
}

// Between path and fragment it would be read as a shell's escape.
TEST(Url, ABackslashAtTheEndSurvivesPrinting) {
  const Url url = parse_url(R"([log]http://host/a\)");
  EXPECT_EQ(url.path, R"(/a\)");
  EXPECT_EQ(parse_url(format_url(url)), url);
}

TEST(Url, ClaimsToBeOne) {
  for (const char* text :
       {"http://", "x://", "a+b-c.d://e", "file:/", "FILE:/x", "[a][b]http://x"}) {
    EXPECT_TRUE(claims_to_be_url(text)) << text;
  }
  for (const char* text : {"", "http:/x", "http", "file:x", "://x", "1x://y", "a b://c",
                           "[http://x", "./http://x", "/a/http://x", " http://x"}) {
    EXPECT_FALSE(claims_to_be_url(text)) << text;
  }
}

}  // namespace
}  // namespace ncf::location
