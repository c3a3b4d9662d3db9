// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/text/real_text.hpp"
#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "support/schema.hpp"
#include "support/table.hpp"
#include "support/values.hpp"

namespace ncf::model {
namespace {

Variable variable_of(TypeClass type) {
  Variable variable;
  variable.type = atomic_type(type);
  return variable;
}

template <class Number>
void add_attribute(Variable& variable, const char* name, TypeClass type,
                   const std::vector<Number>& numbers) {
  Values values(atomic_type(type), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    store(values.data() + i * sizeof(Number), numbers[i]);
  }
  variable.attributes.push_back(test::attribute(name, std::move(values)));
}

template <class Number>
std::vector<Number> markers_of(const Variable& variable) {
  const Values values = missing_markers_of(variable);
  std::vector<Number> numbers;
  for (std::size_t i = 0; i < values.count(); ++i) {
    numbers.push_back(load<Number>(values.data() + i * sizeof(Number)));
  }
  return numbers;
}

TEST(MissingMarkers, AreTheDefaultFillValueUnlessBytes) {
  EXPECT_EQ(markers_of<std::int64_t>(variable_of(TypeClass::int64)),
            std::vector<std::int64_t>{default_fill<std::int64_t>});
  EXPECT_EQ(missing_markers_of(variable_of(TypeClass::byte_)).count(), 0U);
  EXPECT_EQ(missing_markers_of(variable_of(TypeClass::string)).count(), 0U);
}

TEST(MissingMarkers, AreTheFillValueAndThenTheMissingValues) {
  Variable variable = variable_of(TypeClass::int_);
  add_attribute<double>(variable, "missing_value", TypeClass::double_, {-1, 0.5, -2});
  add_attribute<std::int32_t>(variable, "_FillValue", TypeClass::int_, {-9});
  EXPECT_EQ(markers_of<std::int32_t>(variable), (std::vector<std::int32_t>{-9, -1, -2}));
}

TEST(MissingMarkers, AreAllFillValuesOfAList) {
  Variable variable = variable_of(TypeClass::float_);
  add_attribute<double>(variable, "_FillValue", TypeClass::double_, {-999.9, 1e20});
  EXPECT_EQ(markers_of<float>(variable), (std::vector<float>{-999.9F, 1e20F}));
}

TEST(MissingMarkers, RoundDoublesToTheFloatsOfTheVariable) {
  Variable variable = variable_of(TypeClass::float_);
  add_attribute<double>(variable, "missing_value", TypeClass::double_, {-999.9});
  EXPECT_EQ(markers_of<float>(variable), (std::vector<float>{default_fill<float>, -999.9F}));
}

TEST(MissingMarkers, AreNoDoublesBelowTheFloats) {
  Variable variable = variable_of(TypeClass::float_);
  add_attribute<double>(variable, "missing_value", TypeClass::double_, {1e-50, 1e-45, 0.0});
  EXPECT_EQ(markers_of<float>(variable),
            (std::vector<float>{default_fill<float>, std::numeric_limits<float>::denorm_min(), 0}));
}

TEST(MissingMarkers, AreNoDoublesBeyondTheFloats) {
  Variable variable = variable_of(TypeClass::float_);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  add_attribute<double>(variable, "missing_value", TypeClass::double_,
                        {1e300, 3.4028235e38, -3.4028236e38, infinity});
  EXPECT_EQ(markers_of<float>(variable),
            (std::vector<float>{default_fill<float>, std::numeric_limits<float>::max(),
                                std::numeric_limits<float>::infinity()}));
}

TEST(MissingMarkers, IgnoreAFillValueThatIsNotOneNumberOfTheType) {
  Variable variable = variable_of(TypeClass::short_);
  add_attribute<std::int32_t>(variable, "_FillValue", TypeClass::int_, {70000});
  EXPECT_EQ(markers_of<std::int16_t>(variable),
            std::vector<std::int16_t>{default_fill<std::int16_t>});
}

// ---- With types ----

template <class Number>
Values numbers(const std::vector<Number>& all) {
  if constexpr (std::is_same_v<Number, double>) return test::values_of(TypeClass::double_, all);
  if constexpr (std::is_same_v<Number, float>) return test::values_of(TypeClass::float_, all);
  if constexpr (std::is_same_v<Number, std::int16_t>)
    return test::values_of(TypeClass::short_, all);
  if constexpr (std::is_same_v<Number, std::int32_t>) return test::values_of(TypeClass::int_, all);
}

template <class Number>
Values number(Number one) {
  return numbers<Number>({one});
}

/// Returns the number with all its digits; "none" if there is no value.
std::string text_of_number(const std::optional<Values>& value) {
  if (!value) return "none";
  return visit_number(value->type()->type_class, [&](auto like) {
    return fmt::format("{}", load<decltype(like)>(value->data()));
  });
}

TypeRef type_named(const std::string& name) {
  for (const TypeClass type : {TypeClass::byte_, TypeClass::ubyte, TypeClass::short_,
                               TypeClass::int_, TypeClass::int64, TypeClass::float_}) {
    if (atomic_type(type)->name == name) return atomic_type(type);
  }
  return atomic_type(TypeClass::double_);
}

std::optional<Values> to_marker(const Values& number, const Variable& variable) {
  const Values markers = to_markers(number, variable);
  return markers.count() == 1 ? std::optional(markers) : std::nullopt;
}

/// Returns what "float: double 1e20" means, a number of a variable of type float.
std::string meaning_of(const std::string& text) {
  std::istringstream words(text);
  std::string variable;
  std::string type;
  std::string digits;
  words >> variable >> type >> digits;
  variable.pop_back();
  const auto attribute =
      convert_to_nearest(number(base::read_real<double>(digits).value), type_named(type));
  const auto meant = to_marker(attribute.value(), test::variable("v", type_named(variable)));
  EXPECT_TRUE(!meant || meant->type()->name == variable);
  return text_of_number(meant);
}

TEST(TypedMarkers, AreValuesOfTheVariable) {
  test::expect_table(meaning_of, R"(
    // Floating-point numbers are the nearest ones, which programs write for them.
    float: double 1e20              -> 1e+20
    float: double -999.9            -> -999.9
    float: double 0.1               -> 0.1
    float: double 9.96920996838e+36 -> 9.96921e+36
    float: double 3.4028235e38      -> 3.4028235e+38
    float: double nan               -> nan
    float: double -inf              -> -inf
    float: double 0                 -> 0
    float: int -999                 -> -999
    float: int 2147483647           -> 2147483600
    double: float 1e20              -> 1.0000000200408773e+20

    // What is too large, or so small that the nearest float would be zero.
    float: double 1e300  -> none
    float: double -1e300 -> none
    float: double 1e-300 -> none

    // Integers are the same, or nothing.
    short: double -999        -> -999
    short: float -999         -> -999
    short: int64 -999         -> -999
    int: double -2147483648   -> -2147483648
    int64: double -9223372036854775808 -> -9223372036854775808
    ubyte: short 255          -> 255
    byte: short 300           -> none
    byte: short 255           -> none
    byte: ubyte 255           -> none
    ubyte: short -1           -> none
    int: float 2147483648     -> none
    int: double 1e20          -> none
    int: double 9999.9        -> none
    short: double nan         -> none
    int: double inf           -> none
  )");
}

Variable variable_with(TypeClass type, std::vector<Attribute> attributes) {
  Variable variable = test::variable("v", type);
  variable.attributes = std::move(attributes);
  return variable;
}

Variable with_fill_value(TypeClass type, Values value) {
  return variable_with(type, {test::attribute("_FillValue", std::move(value))});
}

TEST(TypedMarkers, AreUnsignedIfTheNumbersAre) {
  Variable variable = test::variable("v", TypeClass::byte_);
  for (const char* text : {"false", "true"}) {
    variable.attributes = {test::text_attribute("_Unsigned", text)};
    const std::string high = text == std::string("true") ? "-1" : "none";
    EXPECT_EQ(text_of_number(to_marker(number(std::int16_t{255}), variable)), high);
    EXPECT_EQ(text_of_number(to_marker(number(std::int16_t{-1}), variable)), "-1");
    EXPECT_EQ(text_of_number(to_marker(number(std::int16_t{256}), variable)), "none");
  }
  variable = variable_with(TypeClass::short_, {test::text_attribute("_Unsigned", "true")});
  EXPECT_EQ(text_of_number(to_marker(number(65534.0), variable)), "-2");
}

TEST(TypedMarkers, OfAListAreThoseThatMeanAValue) {
  const Variable variable = test::variable("v", TypeClass::float_);
  EXPECT_EQ(to_markers(numbers<double>({1e20, 1e300, -999.9}), variable),
            test::values_of<float>(TypeClass::float_, {1e20F, -999.9F}));
  EXPECT_EQ(to_markers(text_values("NaN"), variable).count(), 0U);
}

TEST(TypedMarkers, AreNotValidRangesOfPackedValues) {
  const Variable plain = test::variable("v", TypeClass::float_);
  const Variable packed =
      variable_with(TypeClass::float_, {test::attribute("scale_factor", number(0.1))});
  for (const char* name : {"valid_min", "valid_max", "valid_range"}) {
    EXPECT_TRUE(is_compared(name, plain));
    EXPECT_FALSE(is_compared(name, packed));
  }
  EXPECT_TRUE(is_compared("missing_value", packed));
  EXPECT_TRUE(is_compared("_FillValue", packed));
  EXPECT_FALSE(is_compared("valid_years", plain));
  EXPECT_FALSE(is_compared("flag_values", plain));
}

TEST(FillValue, FitsIfItIsOneValueOfTheType) {
  const Variable none = test::variable("v", TypeClass::short_);
  EXPECT_EQ(find_fitting_fill_value(none), nullptr);
  EXPECT_FALSE(has_odd_fill_value(none));
  const Variable fitting = with_fill_value(TypeClass::short_, number(std::int16_t{-9}));
  EXPECT_EQ(*find_fitting_fill_value(fitting), number(std::int16_t{-9}));
  EXPECT_FALSE(has_odd_fill_value(fitting));
  for (const Values& odd : {number(-9.0), numbers<std::int16_t>({-9, -8}),
                            numbers<std::int16_t>({}), text_values("-9")}) {
    const Variable variable = with_fill_value(TypeClass::short_, odd);
    EXPECT_EQ(find_fitting_fill_value(variable), nullptr);
    EXPECT_TRUE(has_odd_fill_value(variable));
  }
}

TEST(FillValue, MeansOneValueOrNone) {
  const auto meant = [](TypeClass type, Values value) {
    return text_of_number(find_meant_fill_value(with_fill_value(type, std::move(value))));
  };
  EXPECT_EQ(meant(TypeClass::short_, number(std::int16_t{-9})), "-9");
  EXPECT_EQ(meant(TypeClass::float_, number(-999.9)), "-999.9");
  EXPECT_EQ(meant(TypeClass::float_, numbers<float>({1, 2})), "none");
  EXPECT_EQ(meant(TypeClass::float_, numbers<double>({})), "none");
  EXPECT_EQ(meant(TypeClass::float_, text_values("1")), "none");
  EXPECT_EQ(text_of_number(find_meant_fill_value(test::variable("v", TypeClass::float_))), "none");
}

TEST(FillValue, OfTextsMayBeTheOtherTypeOfText) {
  const auto meant = [](TypeClass type, Values value) {
    return find_meant_fill_value(with_fill_value(type, std::move(value)));
  };
  EXPECT_EQ(meant(TypeClass::string, text_values("none")), string_value("none"));
  EXPECT_EQ(meant(TypeClass::string, text_values(std::string("ab\0", 3))), string_value("ab"));
  EXPECT_EQ(meant(TypeClass::string, text_values(std::string("a\0b", 3))), std::nullopt);
  EXPECT_EQ(meant(TypeClass::char_, string_value("x")), text_values("x"));
  EXPECT_EQ(meant(TypeClass::char_, string_value("xy")), std::nullopt);
  EXPECT_EQ(meant(TypeClass::char_, text_values("xy")), std::nullopt);
  EXPECT_EQ(meant(TypeClass::char_, number(std::int16_t{32})), std::nullopt);
}

TEST(FillValue, OfAnEnumerationMayBeItsNumber) {
  Type kind;
  kind.type_class = TypeClass::enumeration;
  kind.name = "kind";
  kind.size_bytes = 1;
  kind.base = atomic_type(TypeClass::byte_);
  Variable variable = test::variable("v", std::make_shared<const Type>(kind));
  variable.attributes = {test::attribute("_FillValue", number(std::int32_t{-1}))};
  const auto meant = find_meant_fill_value(variable);
  ASSERT_TRUE(meant);
  EXPECT_EQ(meant->type(), variable.type);
  EXPECT_EQ(load<std::int8_t>(meant->data()), -1);
  variable.attributes = {test::attribute("_FillValue", number(std::int32_t{300}))};
  EXPECT_EQ(find_meant_fill_value(variable), std::nullopt);
}

}  // namespace
}  // namespace ncf::model
