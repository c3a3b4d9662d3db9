// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <vector>

#include "model/schema/fill_values.hpp"
#include "model/values/numbers.hpp"
#include "support/schema.hpp"

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

}  // namespace
}  // namespace ncf::model
