// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/messages.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "support/table.hpp"

namespace ncf::base {
namespace {

std::string shown(const std::string& text) { return without_secrets(text); }

TEST(UrlSecrets, AreHidden) {
  test::expect_table(shown, R"(
    https://joe:secret@host/a.nc -> https://***@host/a.nc
    https://host/a.nc?X-Amz-Signature=abc&X-Amz-Date=1#mode=bytes
      -> https://host/a.nc?X-Amz-Signature=***&X-Amz-Date=***#mode=bytes
    https://host/a.nc?versionId=2&sig=a%2Fb -> https://host/a.nc?versionId=2&sig=***
    https://host/a b.nc?token=t;version=3: no such file
      -> https://host/a b.nc?token=***;version=3: no such file
    ncfcopy 'https://h/a?Token=x' s3://b/c?key=y out.nc
      -> ncfcopy 'https://h/a?Token=***' s3://b/c?key=*** out.nc
    https://a:b@h/x?sig=1 https://c:d@h/y?sig=2 -> https://***@h/x?sig=*** https://***@h/y?sig=***
    https://h/a?access_key=x&AccessKey=x&sas=x&bearer=x&hdnea=st~hmac
      -> https://h/a?access_key=***&AccessKey=***&sas=***&bearer=***&hdnea=***
    https://h/a#mode=bytes&token=x    -> https://h/a#mode=bytes&token=***
    https://h/a#token=x: no such file -> https://h/a#token=***: no such file
    https://ghp_x@h/a                 -> https://***@h/a
    https://joe:two words@h/a b@c     -> https://***@h/a b@c
    https://h/a?x=1?y=2               -> https://h/a?x=***?y=***
  )");
}

TEST(UrlSecrets, EverythingElseStays) {
  for (const std::string_view text :
       {"a?token=b", "https://host/a.nc?t[0:1:3],lat&version=5", "https://host:80/a@b:c", "://", "",
        "https://host/a.nc?token=",
        "s3://b/a?list-type=2&max-keys=2&prefix=x#mode=zarr,v3&aws.region=eu-west-1",
        "in.nc: variable /sig=4"}) {
    EXPECT_EQ(without_secrets(text), text);
  }
}

}  // namespace
}  // namespace ncf::base
