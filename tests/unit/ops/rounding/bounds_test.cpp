// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/rounding/bounds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "ncf/error.hpp"
#include "support/errors.hpp"
#include "support/schema.hpp"
#include "transcode/rounding/quantizer.hpp"

namespace ncf::ops {
namespace {

using model::Quantization;
using model::TypeClass;

/// Returns a schema of /t(x) with bounds /x_bnds, coordinates /lat, and an integer /n.
model::Schema small_schema() {
  model::Schema schema;
  schema.dimensions.push_back({.name = "x", .length = 4});
  const auto add = [&](const char* name, TypeClass type) {
    schema.variables.push_back(test::variable(name, type, {0}));
  };
  const auto describe = [&](std::size_t id, const char* attribute, const char* text) {
    schema.variables[id].attributes.push_back(test::text_attribute(attribute, text));
  };
  add("t", TypeClass::float_);
  add("x", TypeClass::double_);
  add("x_bnds", TypeClass::double_);
  add("lat", TypeClass::float_);
  add("n", TypeClass::int_);
  add("at", TypeClass::float_);
  describe(0, "coordinates", "lon lat");
  describe(1, "bounds", "x_bnds");
  return schema;
}

Bounds bounds_of(const TuneOptions& options) {
  std::vector<std::string> notes;
  return BoundRequest(options).choose(choose_subset({}, small_schema()), notes);
}

TEST(Bounds, OfInformationArePercentages) {
  TuneOptions options;
  options.information = {"99.5%", "at,100%"};
  const Bounds bounds = bounds_of(options);
  EXPECT_EQ(bounds[0]->kind, Bound::Kind::information);
  EXPECT_DOUBLE_EQ(bounds[0]->limit, 0.995);
  EXPECT_EQ(bounds[5]->limit, 1);
  for (const char* const text : {"99", "0%", "100.1%", "%", "t,99", "nan%", "9%9%"}) {
    options.information = {text};
    EXPECT_THROW(bounds_of(options), Error) << text;
  }
  options.information = {"t,99"};
  try {
    bounds_of(options);
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "--information t,99: expected a percentage above 0% and up to 100%, or variables, "
                 "a comma and such a number");
  }
}

TEST(Bounds, OfAllLeaveCoordinatesAlone) {
  TuneOptions options;
  options.errors = {"0.5"};
  const Bounds bounds = bounds_of(options);
  EXPECT_TRUE(bounds[0]);
  EXPECT_FALSE(bounds[1]);
  EXPECT_FALSE(bounds[2]);
  EXPECT_FALSE(bounds[3]);
  EXPECT_FALSE(bounds[4]);
  EXPECT_TRUE(bounds[5]);
}

TEST(Bounds, TheMostSpecificWins) {
  TuneOptions options;
  options.errors = {"0.5"};
  options.digits = {"t&lat,3"};
  const Bounds bounds = bounds_of(options);
  EXPECT_EQ(bounds[0]->kind, Bound::Kind::digits);
  EXPECT_EQ(bounds[0]->limit, 3);
  EXPECT_EQ(bounds[3]->kind, Bound::Kind::digits);
  EXPECT_EQ(bounds[5]->kind, Bound::Kind::error);
}

TEST(Bounds, ACommaInBracketsIsOfTheSelector) {
  TuneOptions options;
  options.bits = {"[a,t],7"};
  const Bounds bounds = bounds_of(options);
  EXPECT_EQ(bounds[0]->limit, 7);
  EXPECT_FALSE(bounds[5]);
}

TEST(Bounds, WhatMakesNoSenseIsRefused) {
  for (const char* text : {"", "t", "0", "-1", "nan", "inf", "t,", "1e999", "t,0.5x"}) {
    TuneOptions options;
    options.errors = {text};
    EXPECT_THROW(BoundRequest{options}, Error) << text;
  }
  for (const char* text : {"1.5", "0", "t,99"}) {
    TuneOptions options;
    options.digits = {text};
    EXPECT_THROW(BoundRequest{options}, Error) << text;
  }
}

TEST(Bounds, AnIntegerThatIsNamedIsAnError) {
  TuneOptions options;
  options.errors = {"n,1"};
  EXPECT_THROW(static_cast<void>(bounds_of(options)), Error);
  options.errors = {"missing,1"};
  EXPECT_THROW(static_cast<void>(bounds_of(options)), Error);
}

/// Returns the largest error of rounding values up to `largest`.
template <class Float>
double largest_error(const Quantization& rounding, const model::Type& type, double largest) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> value(-largest, largest);
  std::vector<Float> exact{static_cast<Float>(largest), static_cast<Float>(-largest)};
  for (int i = 0; i < 5000; ++i) exact.push_back(static_cast<Float>(value(random)));
  std::vector<Float> rounded = exact;
  const std::vector<std::size_t> shape{rounded.size()};
  transcode::Quantizer(rounding, type, {9.9692099683868690e+36})
      .apply(std::as_writable_bytes(std::span(rounded)), {{0}, shape}, shape);
  double error = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    error =
        std::max(error, std::abs(static_cast<double>(rounded[i]) - static_cast<double>(exact[i])));
  }
  return error;
}

TEST(Roundings, KeepToAnAbsoluteError) {
  const model::Type& type = *model::atomic_type(TypeClass::float_);
  for (const double largest : {0.001, 1.0, 1.5, 2.0, 300.0, 101325.0}) {
    for (const double error : {1e-4, 0.01, 0.25, 0.3, 1.0, 7.0}) {
      for (const Quantization& rounding :
           roundings_within({Bound::Kind::error, error}, type, largest)) {
        EXPECT_LE(largest_error<float>(rounding, type, largest), error) << largest;
        if (rounding.digits == 1) continue;  // there are not fewer
        const Quantization coarser{rounding.mode, rounding.digits - 1};
        EXPECT_GT(largest_error<float>(coarser, type, largest), error / 2.1) << largest;
      }
    }
  }
}

TEST(Roundings, KeepToAnErrorOfSubnormalValues) {
  const model::Type& type = *model::atomic_type(TypeClass::float_);
  for (const double error : {2.93e-42, 1e-41, 1e-40}) {
    const auto roundings = roundings_within({Bound::Kind::error, error}, type, 4.7e-39);
    ASSERT_FALSE(roundings.empty());
    EXPECT_LE(largest_error<float>(roundings.front(), type, 4.7e-39), error);
  }
}

TEST(Roundings, ThereAreNoneWhereAllDigitsAreNeeded) {
  const model::Type& type = *model::atomic_type(TypeClass::float_);
  EXPECT_TRUE(roundings_within({Bound::Kind::error, 1e-9}, type, 300).empty());
  EXPECT_TRUE(roundings_within({Bound::Kind::bits, 23}, type, 300).empty());
  EXPECT_FALSE(roundings_within({Bound::Kind::bits, 22}, type, 300).empty());
}

TEST(Roundings, OfDigitsAreSeveral) {
  const model::Type& type = *model::atomic_type(TypeClass::double_);
  const auto roundings = roundings_within({Bound::Kind::digits, 3}, type, 300);
  ASSERT_EQ(roundings.size(), 3U);
  EXPECT_EQ(format_rounding(roundings[0]), "bitround,10");
  EXPECT_EQ(format_rounding(roundings[1]), "granular,3");
  EXPECT_EQ(format_rounding(roundings[2]), "bitgroom,3");
}

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
