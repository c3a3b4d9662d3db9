// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "ncf/error.hpp"
#include "network/aws.hpp"
#include "network/object_listing.hpp"
#include "network/url_text.hpp"
#include "support/files.hpp"

namespace ncf::network {
namespace {

TEST(UrlText, EncodesWhatMustBe) {
  EXPECT_EQ(encode_key("a b/c=d+e%2~_-.nc"), "a%20b/c%3Dd%2Be%252~_-.nc");
  EXPECT_EQ(encode_value("a/b\xC3\xA4"), "a%2Fb%C3%A4");
  EXPECT_EQ(encode_rest("/a b/c=d%20e"), "/a%20b/c=d%20e");
}

// ---- Listings -----------------------------------------------------------------------------------

TEST(ReadListing, ObjectsPrefixesAndTheNextToken) {
  std::vector<ListedObject> found;
  const std::string token = read_listing(
      "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
      "<IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b=</NextContinuationToken>"
      "<Contents><Key>x/&lt;y&gt;&amp;amp;</Key><ETag>&quot;1&quot;</ETag><Size>12</Size></"
      "Contents>"
      "<Contents><Key>z</Key><Size>0</Size></Contents>"
      "<CommonPrefixes><Prefix>v/</Prefix></CommonPrefixes></ListBucketResult>",
      [&](const ListedObject& object) { found.push_back(object); });
  EXPECT_EQ(token, "a&b=");
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].key, "x/<y>&amp;");
  EXPECT_EQ(found[0].size_bytes, 12U);
  EXPECT_EQ(found[1].size_bytes, 0U);
  EXPECT_EQ(found[2].key, "v/");
  EXPECT_FALSE(found[2].size_bytes);
}

TEST(ReadListing, WhatIsNoListing) {
  for (const char* text :
       {"", "<html>Sign in</html>", "<Contents><Key>a</Key>",
        "<IsTruncated>false</IsTruncated><Contents><Key>a</Key></Contents></ListBucketResult>",
        "<IsTruncated>false</IsTruncated><Contents><Size>1</Size></Contents></ListBucketResult>",
        "<IsTruncated>false</IsTruncated>", "</ListBucketResult>",
        "<IsTruncated>true</IsTruncated></ListBucketResult>"}) {
    const auto read = [&](const std::string& xml) {
      read_listing(xml, [](const ListedObject&) {});
    };
    EXPECT_THROW(read(text), Error) << text;
    EXPECT_THROW(read(std::string("<ListBucketResult>") + text), Error) << text;
  }
  EXPECT_EQ(read_listing("<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>",
                         [](const ListedObject&) {}),
            "");
}

// ---- Credentials --------------------------------------------------------------------------------

class Aws : public testing::Test {
 protected:
  Aws() {
    for (const char* name : {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN",
                             "AWS_PROFILE", "AWS_REGION", "AWS_DEFAULT_REGION"}) {
      unsetenv(name);
    }
    setenv("AWS_SHARED_CREDENTIALS_FILE", (folder_ / "credentials").c_str(), 1);
    setenv("AWS_CONFIG_FILE", (folder_ / "config").c_str(), 1);
    std::ofstream(folder_ / "credentials") << "# mine\n[default]\naws_access_key_id = a\r\n"
                                              "aws_secret_access_key=b=c\n[other]\n"
                                              "aws_access_key_id=d\naws_secret_access_key=e\n"
                                              "aws_session_token = f\n";
    std::ofstream(folder_ / "config")
        << "[default]\nregion = eu-west-1\n[profile other]\nregion=us-west-2\n[profile none yet]\n";
  }
  ~Aws() override {
    unsetenv("AWS_SHARED_CREDENTIALS_FILE");
    unsetenv("AWS_CONFIG_FILE");
    unsetenv("AWS_PROFILE");
    unsetenv("AWS_ACCESS_KEY_ID");
    unsetenv("AWS_SECRET_ACCESS_KEY");
  }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(Aws, Profiles) {
  EXPECT_EQ(find_region(""), "eu-west-1");
  EXPECT_EQ(find_region("other"), "us-west-2");
  const auto own = find_signing("", "r");
  ASSERT_TRUE(own);
  EXPECT_EQ(own->key_id + own->secret + own->token + own->region, "ab=cr");
  setenv("AWS_PROFILE", "other", 1);
  const auto other = find_signing("", "r");
  ASSERT_TRUE(other);
  EXPECT_EQ(other->key_id + other->secret + other->token, "def");
  EXPECT_FALSE(find_signing("none", "r"));
  EXPECT_FALSE(find_signing("none yet", "r"));
  EXPECT_THROW((void)find_signing("missing", "r"), Error);
}

TEST_F(Aws, TheEnvironmentComesFirst) {
  setenv("AWS_ACCESS_KEY_ID", "x", 1);
  setenv("AWS_SECRET_ACCESS_KEY", "y", 1);
  EXPECT_EQ(find_signing("", "r")->key_id, "x");
  EXPECT_EQ(find_signing("other", "r")->key_id, "d");
}

}  // namespace
}  // namespace ncf::network
