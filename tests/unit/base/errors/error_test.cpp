// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ncf/error.hpp"

#include <gtest/gtest.h>

namespace ncf {
namespace {

TEST(Error, ReadsFromTheOutermostPlaceInwards) {
  Error error(ErrorCode::syntax, "level must be 1 to 9");
  error.add_context("filter bzip2").add_context("variable /t2m");
  EXPECT_STREQ(error.what(), "variable /t2m: filter bzip2: level must be 1 to 9");
  EXPECT_EQ(error.context(), (std::vector<std::string>{"filter bzip2", "variable /t2m"}));
  EXPECT_EQ(error.message(), "level must be 1 to 9");
}

TEST(Error, APlaceIsToldOnce) {
  Error error(ErrorCode::io, "no room");
  error.add_context("variable /v").add_context("variable /v").add_context("out.zarr");
  EXPECT_STREQ(error.what(), "out.zarr: variable /v: no room");
  EXPECT_EQ(error.context(), (std::vector<std::string>{"variable /v", "out.zarr"}));
}

TEST(Error, PasswordsAreNotTold) {
  for (const auto& [place, shown] : std::vector<std::pair<std::string, std::string>>{
           {"http://joe:pass@host:80/a@b:c", "http://***@host:80/a@b:c"},
           {"https://joe:p@s:s@host", "https://***@host"},
           {"[log]s3://joe:pass@host#mode=zarr", "[log]s3://***@host#mode=zarr"},
           {"http://host:80/a@b", "http://host:80/a@b"},
           {"joe:pass@host", "joe:pass@host"}}) {
    EXPECT_EQ(Error(ErrorCode::io, "no").add_context(place).what(), shown + ": no");
  }
}

TEST(Error, SyntaxErrorsKeepTheirReasonAndPlace) {
  const SyntaxError error("307,,9", {4, 4}, "empty parameter 1");
  EXPECT_EQ(error.code(), ErrorCode::syntax);
  EXPECT_EQ(error.reason(), "empty parameter 1");
  EXPECT_EQ(error.span().begin, 4U);
  EXPECT_STREQ(error.what(), "empty parameter 1\n  307,,9\n      ^");
}

TEST(SourceSpan, ComparesBothEnds) {
  EXPECT_EQ((SourceSpan{1, 3}), (SourceSpan{1, 3}));
  EXPECT_NE((SourceSpan{1, 3}), (SourceSpan{1, 4}));
  EXPECT_NE((SourceSpan{1, 3}), (SourceSpan{2, 3}));
}

}  // namespace
}  // namespace ncf
