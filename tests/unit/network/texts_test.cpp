// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "ncf/error.hpp"
#include "network/aws.hpp"
#include "network/bucket.hpp"
#include "network/transport.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::network {
namespace {

TEST(Listing, HasReferencesToAnyCharacter) {
  const auto key_in = [](const std::string& text) {
    std::string key;
    read_listing("<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>" + text +
                     "</Key><Size>1</Size></Contents></ListBucketResult>",
                 [&](const ListedObject& object) { key = object.key; });
    return key;
  };
  EXPECT_EQ(key_in("it&#x27;s&#39;&apos;&#xE9;&#13;a"), "it's''\u00e9\ra");
  for (const char* const wrong : {"&nbsp;", "&#xZ;", "&#;", "&", "a&b", "&#x110000;"}) {
    EXPECT_THROW(key_in(wrong), Error) << wrong;
  }
}

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
    clear_environment();
    setenv("AWS_SHARED_CREDENTIALS_FILE", (folder_ / "credentials").c_str(), 1);
    setenv("AWS_CONFIG_FILE", (folder_ / "config").c_str(), 1);
    std::ofstream(folder_ / "credentials") << "# mine\n[default]\naws_access_key_id = a\r\n"
                                              "aws_secret_access_key=b=c\n[other]\n"
                                              "aws_access_key_id=d\naws_secret_access_key=e\n"
                                              "aws_session_token = f\n";
    std::ofstream(folder_ / "config")
        << "[default]\nregion = eu-west-1\n[profile other]\nregion=us-west-2\n[profile none yet]\n"
           "[profile own]\nendpoint_url = http://own/\n"
           "[profile tuned]\ns3 =\n  endpoint_url = http://nested/\n\tmax_queue_size = 1\n"
           "endpoint_url = http://tuned/\n"
           "[profile two]\n  services = both\n  endpoint_url = http://two/\n"
           "[profile ignoring]\nendpoint_url = http://own/\n"
           "ignore_configured_endpoint_urls = True\n"
           "[profile by command]\ncredential_process = printf "
           "'{\"Version\":1,\"AccessKeyId\":\"p\",\"SecretAccessKey\":\"q\",'; echo "
           "'\"SessionToken\":\"t\"}'\n"
           "[profile failing]\ncredential_process = exit 3\n"
           "[profile silent]\ncredential_process = echo {}\n"
           "[profile signed on]\nsso_session = mine\nregion = r\n"
           "[services both]\ndynamodb =\n  endpoint_url = http://table/\n"
           "s3 =\n# of = the tests\n  endpoint_url = http://objects/\n";
  }
  ~Aws() override { clear_environment(); }

 private:
  static void clear_environment() {
    for (const char* name : {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN",
                             "AWS_PROFILE", "AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL",
                             "AWS_ENDPOINT_URL_S3", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS",
                             "AWS_SHARED_CREDENTIALS_FILE", "AWS_CONFIG_FILE"}) {
      unsetenv(name);
    }
  }

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

TEST_F(Aws, CredentialsOfCommands) {
  const auto printed = find_signing("by command", "r");
  ASSERT_TRUE(printed);
  EXPECT_EQ(printed->key_id + printed->secret + printed->token, "pqt");
  const auto failure = [](const char* profile) {
    return test::reason_of([&] { (void)find_signing(profile, "r"); });
  };
  EXPECT_EQ(failure("failing"), "credential_process of profile failing: it fails with status 3");
  EXPECT_EQ(failure("silent"),
            "credential_process of profile silent: it prints no AccessKeyId and SecretAccessKey");
  EXPECT_EQ(
      failure("signed on"),
      "profile signed on has its credentials by sso_session, which ncf does not support; give "
      "it credential_process = aws configure export-credentials --profile signed on --format "
      "process, or add #aws.profile=none for public data");
}

TEST_F(Aws, EndpointsOfProfiles) {
  EXPECT_EQ(find_endpoint(""), "");
  EXPECT_EQ(find_endpoint("missing"), "");
  EXPECT_EQ(find_endpoint("own"), "http://own/");
  EXPECT_EQ(find_endpoint("tuned"), "http://tuned/");
  EXPECT_EQ(find_endpoint("two"), "http://objects/");
  EXPECT_EQ(find_endpoint("ignoring"), "");
  setenv("AWS_PROFILE", "own", 1);
  EXPECT_EQ(find_endpoint(""), "http://own/");
}

TEST_F(Aws, EndpointsOfTheEnvironment) {
  setenv("AWS_ENDPOINT_URL", "http://all/", 1);
  EXPECT_EQ(find_endpoint("two"), "http://all/");
  EXPECT_EQ(find_endpoint("ignoring"), "");
  setenv("AWS_ENDPOINT_URL_S3", "http://s3/", 1);
  EXPECT_EQ(find_endpoint("two"), "http://s3/");
  setenv("AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "true", 1);
  EXPECT_EQ(find_endpoint("two"), "");
}

}  // namespace
}  // namespace ncf::network
