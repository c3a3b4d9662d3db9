// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/errors/error_context.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"

namespace ncf::base {
namespace {

TEST(AtPlace, APlaceIsATextOrAFunctionThatMakesOne) {
  EXPECT_EQ(with_context("unused", [] { return 5; }), 5);
  EXPECT_EQ(test::reason_of([] {
              with_context("out.nc", [] {
                with_context([] { return std::string("variable /v"); },
                             [] { throw Error(ErrorCode::io, "no room"); });
              });
            }),
            "out.nc: variable /v: no room");
}

TEST(AtPlace, OfAFileWithAHiddenNameThatOfItsPlaceIsTold) {
  EXPECT_EQ(with_final_name(".out.nc.ncf-1", "out.nc", [] { return 5; }), 5);
  const Error error = test::error_of([] {
    with_final_name(".out.nc.ncf-1", "out.nc", [] {
      throw Error(ErrorCode::corrupt, "the checksum is wrong")
          .add_context("variable /.out.nc.ncf-1")
          .add_context(".out.nc.ncf-1");
    });
  });
  EXPECT_EQ(error.code(), ErrorCode::corrupt);
  EXPECT_STREQ(error.what(), "out.nc: variable /.out.nc.ncf-1: the checksum is wrong");
}

}  // namespace
}  // namespace ncf::base
