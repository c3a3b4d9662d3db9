// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/definitions/unpacking.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/values/numbers.hpp"
#include "support/schema.hpp"

namespace ncf::ops {
namespace {

using model::TypeClass;
using model::Values;
using model::Variable;

template <class Number>
void set(Variable& variable, std::string name, TypeClass type, std::vector<Number> numbers) {
  Values values(model::atomic_type(type), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    model::store(values.data() + i * sizeof(Number), numbers[i]);
  }
  variable.attributes.push_back(test::attribute(std::move(name), std::move(values)));
}

Variable variable_of(TypeClass type) {
  Variable variable;
  variable.type = model::atomic_type(type);
  return variable;
}

Variable packed(TypeClass type, double factor) {
  Variable variable = variable_of(type);
  set<double>(variable, "scale_factor", TypeClass::double_, {factor});
  return variable;
}

TEST(Unpacking, IsForPairsThatArePackedDifferently) {
  const Variable number = variable_of(TypeClass::float_);
  const Variable tenths = packed(TypeClass::short_, 0.1);
  EXPECT_TRUE(are_packed_differently(number, tenths));
  EXPECT_TRUE(are_packed_differently(tenths, packed(TypeClass::short_, 0.2)));
  EXPECT_TRUE(are_packed_differently(tenths, packed(TypeClass::int_, 0.1)));
  EXPECT_FALSE(are_packed_differently(tenths, packed(TypeClass::short_, 0.1)));
  EXPECT_FALSE(are_packed_differently(number, variable_of(TypeClass::short_)));
  EXPECT_FALSE(are_packed_differently(tenths, variable_of(TypeClass::string)));
  EXPECT_FALSE(are_packed_differently(number, packed(TypeClass::short_, std::nan(""))));
}

// Zarr stores the decimal digits of a float, and the nearest double to these is another number.
TEST(Unpacking, TakesTheDecimalsOfAFloatForTheSameFactor) {
  Variable single = variable_of(TypeClass::short_);
  set<float>(single, "scale_factor", TypeClass::float_, {0.1F});
  EXPECT_FALSE(are_packed_differently(single, packed(TypeClass::short_, 0.1)));
}

TEST(Unpacking, MultipliesAddsAndTurnsMissingValuesIntoNaN) {
  Variable variable = packed(TypeClass::short_, 0.5);
  set<double>(variable, "add_offset", TypeClass::double_, {100});
  set<std::int16_t>(variable, "_FillValue", TypeClass::short_, {-1});
  set<std::int16_t>(variable, "missing_value", TypeClass::short_, {-2});
  const std::int16_t stored[] = {0, 3, -1, -2, -3};
  double unpacked[5];
  Unpacker(variable).unpack(std::as_bytes(std::span(stored)).data(), 5, unpacked);
  EXPECT_EQ(unpacked[0], 100);
  EXPECT_EQ(unpacked[1], 101.5);
  EXPECT_TRUE(std::isnan(unpacked[2]));
  EXPECT_TRUE(std::isnan(unpacked[3]));
  EXPECT_EQ(unpacked[4], 98.5);
  EXPECT_EQ(describe_packing(variable), "short, scale_factor 0.5, add_offset 100");
}

TEST(Unpacking, ExplainsValidRangesThatMeanTheSame) {
  const auto explains = [](double highest, std::int16_t highest_packed, double factor) {
    Variable number = variable_of(TypeClass::double_);
    set<double>(number, "valid_max", TypeClass::double_, {highest});
    Variable other = packed(TypeClass::short_, factor);
    set<std::int16_t>(other, "valid_max", TypeClass::short_, {highest_packed});
    const auto names = attributes_of_packing(number, other);
    return std::ranges::find(names, "valid_max") != names.end();
  };
  EXPECT_TRUE(explains(10.2, 20, 0.5));
  EXPECT_FALSE(explains(10.3, 20, 0.5));
  EXPECT_TRUE(explains(1e10, 32767, 0.5));
  EXPECT_FALSE(explains(1e10, 32000, 0.5));
  EXPECT_FALSE(explains(-1e10, 32767, 0.5));
  EXPECT_TRUE(explains(-1e10, 32767, -0.5));
}

}  // namespace
}  // namespace ncf::ops
