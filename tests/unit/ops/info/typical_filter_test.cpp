// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/info/typical_filter.hpp"

#include <gtest/gtest.h>

#include "filter/registry/registry.hpp"

namespace ncf::ops {
namespace {

TEST(TypicalFilter, HasTheValuesOfAUserWhoGivesNone) {
  EXPECT_EQ(typical_filter(307), (Filter{307, {9}}));
  EXPECT_EQ(typical_filter(32015), (Filter{32015, {3}}));
  EXPECT_EQ(typical_filter(3), (Filter{3, {}}));
}

// zfp has modes that need a number, and one that does not: reversible.
TEST(TypicalFilter, PrefersALayoutThatNeedsNothing) {
  constexpr std::uint32_t reversible = 5;
  EXPECT_EQ(typical_filter(32013)->parameters.at(0), reversible);
}

TEST(TypicalFilter, IsThereForEveryFilterWhoseParametersAreKnown) {
  for (const filter::FilterFacts& facts : filter::all_filters()) {
    EXPECT_EQ(typical_filter(facts.id).has_value(), !facts.visible.empty()) << facts.name;
  }
  EXPECT_EQ(typical_filter(478), std::nullopt);
}

}  // namespace
}  // namespace ncf::ops
