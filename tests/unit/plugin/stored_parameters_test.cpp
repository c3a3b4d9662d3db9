// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "filter/kernels/filter_source.hpp"

#include <gtest/gtest.h>

#include "plugin/plugin_filters.hpp"
#include "unit/plugin/test_plugins.hpp"

namespace ncf::plugin {
namespace {

class StoredParameters : public test::PluginTest {
 protected:
  void SetUp() override {
    search({test::plugin_group("pair"), test::plugin_group("facts_first"),
            test::plugin_group("facts_kept")});
  }

  std::optional<Filter> visible(const StoredFilter& stored) {
    return filter::visible_parameters_of(filters_, stored, layout, layout);
  }
  /// For chunks of other rows.
  std::optional<Filter> visible_elsewhere(const StoredFilter& stored) {
    filter::ChunkLayout other = layout;
    other.shape = {2, 4};
    return filter::visible_parameters_of(filters_, stored, layout, other);
  }
  bool appends_facts(const Filter& given) { return filter::appends_facts(filters_, given, layout); }

  const filter::ChunkLayout layout{.element_bytes = 4,
                                   .element_class = ncf_element_integer,
                                   .byte_order = ncf_order_little,
                                   .shape = {2, 8}};

 private:
  PluginFilters filters_;
};

TEST_F(StoredParameters, TheRegistryReadsTheFiltersThatItKnows) {
  EXPECT_FALSE(filter::has_unknown_parameters({2, {4}}));
  EXPECT_FALSE(filter::has_unknown_parameters({307, {9}}));
  EXPECT_TRUE(filter::has_unknown_parameters({400, {90, 4}}));
  EXPECT_EQ(visible({2, {4}}), visible_form(StoredFilter{2, {4}}));
}

TEST_F(StoredParameters, AFilterThatReplacesItsFactsGetsThemAgain) {
  const StoredFilter stored{400, {90, 4}, FilterFlag::optional};
  EXPECT_EQ(visible(stored), (Filter{400, {90, 4}, FilterFlag::optional}));
  EXPECT_EQ(visible({400, {90, 8}}), std::nullopt);  // of other elements
}

TEST_F(StoredParameters, FactsThatAFilterKeepsAreRemovedForOtherChunks) {
  EXPECT_EQ(visible({407, {1, 8}}), (Filter{407, {1, 8}}));
  EXPECT_EQ(visible_elsewhere({407, {1, 8}, FilterFlag::optional}),
            (Filter{407, {1}, FilterFlag::optional}));
  EXPECT_EQ(visible_elsewhere({407, {1, 5}}), (Filter{407, {1, 5}}));  // as a user gave them
  EXPECT_EQ(visible_elsewhere({400, {90, 4}}), (Filter{400, {90, 4}}));
}

TEST_F(StoredParameters, FactsOfWhichAFilterKeepsSomeAreRefusedForOtherChunks) {
  EXPECT_EQ(visible({408, {1, 8, 16}}), (Filter{408, {1, 8, 16}}));
  EXPECT_EQ(visible_elsewhere({408, {1, 8, 16}}), std::nullopt);
}

TEST_F(StoredParameters, FactsBeforeTheParametersAreRemoved) {
  EXPECT_EQ(visible({405, {8, 1}, FilterFlag::optional}), (Filter{405, {1}, FilterFlag::optional}));
  EXPECT_EQ(visible({405, {8, 1, 7}}), (Filter{405, {1, 7}}));
  EXPECT_EQ(visible({405, {4, 1}}), std::nullopt);  // of other chunks
  EXPECT_EQ(visible({405, {1}}), std::nullopt);
}

TEST_F(StoredParameters, OtherChangesCannotBeUndone) {
  EXPECT_EQ(visible({406, {8, 9}}), std::nullopt);
  EXPECT_EQ(visible({400, {}}), std::nullopt);  // refused
}

TEST_F(StoredParameters, FactsAfterTheParametersAreReplaced) {
  EXPECT_TRUE(appends_facts({400, {90}}));
  EXPECT_TRUE(appends_facts({400, {90, 4}}));
  EXPECT_FALSE(appends_facts({405, {1}}));
  EXPECT_FALSE(appends_facts({405, {8, 1}}));
}

TEST_F(StoredParameters, FactsOfOtherChunksThatAFilterKeepsAreNoticed) {
  EXPECT_TRUE(appends_facts({407, {1}}));
  EXPECT_TRUE(appends_facts({407, {1, 8}}));
  EXPECT_FALSE(appends_facts({407, {1, 4}}));
}

}  // namespace
}  // namespace ncf::plugin
