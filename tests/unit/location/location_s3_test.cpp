// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "location/location.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"
#include "support/table.hpp"

namespace ncf::location {
namespace {

std::string rewritten(const std::string& text) {
  const Url url = parse_url(text);
  EXPECT_TRUE(is_s3(url)) << text;
  const std::string path_form = format_url(to_path_form(url, "eu-north-1"));
  EXPECT_EQ(format_url(to_path_form(parse_url(path_form), "other")), path_form) << text;
  return path_form;
}

std::string refusal(const std::string& text) {
  return test::reason_of([&] { (void)to_path_form(parse_url(text), "eu-north-1"); },
                         ErrorCode::usage);
}

TEST(S3, ByProtocolModeOrHost) {
  for (const char* text : {"s3://b/k", "gs3://b/k", "https://h/b/k#mode=S3",
                           "https://h/b/k#mode=x,gs3", "https://s3.amazonaws.com/b",
                           "https://b.S3.AmazonAWS.com/k", "https://storage.googleapis.com/b"}) {
    EXPECT_TRUE(is_s3(parse_url(text))) << text;
  }
  for (const char* text : {"https://h/s3/b", "https://amazonaws.com/b", "https://s3.example.com/b",
                           "https://h/b#s3", "https://x.storage.googleapis.com/b"}) {
    EXPECT_FALSE(is_s3(parse_url(text))) << text;
  }
}

TEST(S3, EveryFormBecomesThatWithThePath) {
  test::expect_table(rewritten, R"(
    // Amazon's forms.
    https://bucket.s3.eu-west-1.amazonaws.com/a/b
      -> https://s3.eu-west-1.amazonaws.com/bucket/a/b#mode=s3
    https://s3.eu-west-1.amazonaws.com/bucket/a/b
      -> https://s3.eu-west-1.amazonaws.com/bucket/a/b#mode=s3
    http://s3.eu-west-1.amazonaws.com/bucket/a/b#mode=s3
      -> https://s3.eu-west-1.amazonaws.com/bucket/a/b#mode=s3

    // The region of the host, or of the parameter, or the default.
    s3://bucket/a -> https://s3.eu-north-1.amazonaws.com/bucket/a#mode=s3
    s3://bucket/a#aws.region=us-west-2
      -> https://s3.us-west-2.amazonaws.com/bucket/a#aws.region=us-west-2&mode=s3
    https://s3.eu-west-1.amazonaws.com/bucket/a#aws.region=us-west-2
      -> https://s3.eu-west-1.amazonaws.com/bucket/a#aws.region=us-west-2&mode=s3
    https://bucket.s3.amazonaws.com -> https://s3.eu-north-1.amazonaws.com/bucket#mode=s3

    // Buckets may hold dots and s3.
    https://my.s3.bucket.s3.eu-west-1.amazonaws.com/a
      -> https://s3.eu-west-1.amazonaws.com/my.s3.bucket/a#mode=s3

    // Google's forms.
    gs3://my.bucket/a -> https://storage.googleapis.com/my.bucket/a#mode=gs3
    https://storage.googleapis.com/my.bucket/a
      -> https://storage.googleapis.com/my.bucket/a#mode=gs3
    gs3://storage.googleapis.com/my.bucket/a -> https://storage.googleapis.com/my.bucket/a#mode=gs3

    // Other providers keep their host.
    https://minio:9000/bucket/a#mode=s3            -> https://minio:9000/bucket/a#mode=s3
    s3://minio.example.org/bucket/a                -> https://minio.example.org/bucket/a#mode=s3
    https://bucket.s3.north.example.org/a#mode=s3  -> https://s3.north.example.org/bucket/a#mode=s3
    https://s3.s3.north.example.org/bucket#mode=s3 -> https://s3.s3.north.example.org/bucket#mode=s3
  )");
}

TEST(S3, WhatIsNoObject) {
  for (const char* text : {"https://s3.amazonaws.com", "https://s3.amazonaws.com//",
                           "https://h#mode=s3", "https://storage.googleapis.com/"}) {
    EXPECT_EQ(refusal(text), "no bucket, expected one as in s3://bucket/key") << text;
  }
  test::expect_table(refusal, R"(
    https://ec2.eu-west-1.amazonaws.com/a
      -> incorrect S3 host ec2.eu-west-1.amazonaws.com, expected s3.REGION.amazonaws.com or \
         BUCKET.s3.REGION.amazonaws.com
    s3://bucket/a#aws.region=x.example.org/
      -> incorrect S3 region x.example.org/, expected a name such as eu-west-1
    s3://bucket/a#aws.region=S3 -> incorrect S3 region S3, expected a name such as eu-west-1
  )");
}

}  // namespace
}  // namespace ncf::location
