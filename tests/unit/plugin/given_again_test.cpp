// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/given_again.hpp"

#include <gtest/gtest.h>

#include "plugin/plugin_filters.hpp"
#include "unit/plugin/test_plugins.hpp"

namespace ncf::plugin {
namespace {

class GivenAgain : public test::PluginTest {
 protected:
  void SetUp() override { search({test::plugin_group("pair"), test::plugin_group("facts_first")}); }

  std::optional<Filter> visible(const StoredFilter& stored) {
    return filter::find_visible_form(filters_, stored, layout);
  }
  bool adds_only_after(const Filter& given) {
    return filter::adds_only_after(filters_, given, layout);
  }

  const filter::ChunkLayout layout{.element_bytes = 4,
                                   .element_class = ncf_element_integer,
                                   .byte_order = ncf_order_little,
                                   .shape = {2, 8}};

 private:
  PluginFilters filters_;
};

TEST_F(GivenAgain, TheRegistryReadsTheFiltersThatItKnows) {
  EXPECT_FALSE(filter::is_private({2, {4}}));
  EXPECT_FALSE(filter::is_private({307, {9}}));
  EXPECT_TRUE(filter::is_private({400, {90, 4}}));
  EXPECT_EQ(visible({2, {4}}), visible_form(StoredFilter{2, {4}}));
}

TEST_F(GivenAgain, AFilterThatKeepsItsParametersGetsThemAgain) {
  const StoredFilter stored{400, {90, 4}, FilterFlag::optional};
  EXPECT_EQ(visible(stored), (Filter{400, {90, 4}, FilterFlag::optional}));
  EXPECT_EQ(visible({400, {90, 8}}), std::nullopt);  // of other elements
}

TEST_F(GivenAgain, FactsBeforeTheParametersAreRemoved) {
  EXPECT_EQ(visible({405, {8, 1}, FilterFlag::optional}), (Filter{405, {1}, FilterFlag::optional}));
  EXPECT_EQ(visible({405, {8, 1, 7}}), (Filter{405, {1, 7}}));
  EXPECT_EQ(visible({405, {4, 1}}), std::nullopt);  // of other chunks
  EXPECT_EQ(visible({405, {1}}), std::nullopt);
}

TEST_F(GivenAgain, OtherChangesCannotBeUndone) {
  EXPECT_EQ(visible({406, {8, 9}}), std::nullopt);
  EXPECT_EQ(visible({400, {}}), std::nullopt);  // refused
}

TEST_F(GivenAgain, FactsAfterTheParametersAreReplaced) {
  EXPECT_TRUE(adds_only_after({400, {90}}));
  EXPECT_TRUE(adds_only_after({400, {90, 4}}));
  EXPECT_FALSE(adds_only_after({405, {1}}));
  EXPECT_FALSE(adds_only_after({405, {8, 1}}));
}

}  // namespace
}  // namespace ncf::plugin
