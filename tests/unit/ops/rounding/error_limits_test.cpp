// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/rounding/bounds.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"
#include "support/schema.hpp"

namespace ncf::ops {
namespace {

/// Returns a schema of the coordinate /x(x), /t(x), /u(x) and /name(x), a variable of strings.
model::Schema schema_with_limits() {
  model::Schema schema;
  schema.dimensions.push_back({.name = "x", .length = 4});
  const auto add = [&](const char* name, model::TypeClass type) {
    schema.variables.push_back(test::variable(name, type, {0}));
  };
  add("x", model::TypeClass::double_);
  add("t", model::TypeClass::float_);
  add("u", model::TypeClass::short_);
  add("name", model::TypeClass::string);
  return schema;
}

std::vector<std::string> limits(const std::vector<std::string>& texts) {
  std::vector<std::string> formatted;
  for (const ErrorLimit& limit : ErrorLimitRequest(texts).choose(schema_with_limits())) {
    formatted.push_back(format_limit(limit));
  }
  return formatted;
}

std::string refusal(const std::vector<std::string>& texts) {
  return test::reason_of([&] { (void)limits(texts); });
}

using Texts = std::vector<std::string>;

TEST(ErrorLimits, ApplyToNumbersButNotToCoordinates) {
  EXPECT_EQ(limits({}), (Texts{"", "", "", ""}));
  EXPECT_EQ(limits({"0.5"}), (Texts{"", "0.5", "0.5", ""}));
  EXPECT_EQ(limits({"x,1e-6"}), (Texts{"1e-06", "", "", ""}));
}

TEST(ErrorLimits, TakeTheMostSpecificSelector) {
  EXPECT_EQ(limits({"*,relative,0.001", "t,2", "u,0"}), (Texts{"", "2", "", ""}));
  EXPECT_EQ(limits({"0.25", ":float,relative,0.5"}), (Texts{"", "relative,0.5", "0.25", ""}));
}

TEST(ErrorLimits, NameWhatIsWrong) {
  const std::string form =
      ": expected LIMIT, VARIABLES,LIMIT or VARIABLES,relative,LIMIT, where LIMIT is a number of "
      "at "
      "least 0";
  for (const char* const text : {"t", "t,", "t,-1", "t,nan", "t,1e999", "t,relative", "t,1,2"}) {
    EXPECT_EQ(refusal({text}), "--error " + std::string(text) + form);
  }
  EXPECT_EQ(refusal({"name,1"}),
            "--error name,1: variable /name is of type string; only numbers can have a limit");
  EXPECT_EQ(refusal({"v,1"}), "--error: no variable has this name\n  v,1\n  ^");
}

TEST(ErrorLimits, MayNameWhatOnlyOtherDatasetsHave) {
  const std::vector<std::string> texts{"t&no_such,0.5"};
  EXPECT_NE(refusal(texts), "");
  const auto chosen = ErrorLimitRequest(texts, true).choose(schema_with_limits());
  EXPECT_EQ(chosen.at(1).absolute, 0.5);
}

}  // namespace
}  // namespace ncf::ops
