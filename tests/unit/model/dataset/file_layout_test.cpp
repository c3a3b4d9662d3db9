// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "model/dataset/file_layout.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace ncf::model {
namespace {

using Pairs = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

template <class Range>
Pairs pairs_of(const std::vector<Range>& ranges) {
  Pairs pairs;
  for (const Range& range : ranges) pairs.emplace_back(range.begin, range.bytes);
  return pairs;
}

TEST(FileLayout, MetadataThatOverlapOrTouchAreOne) {
  FileLayout layout;
  layout.file_bytes = 1000;
  layout.metadata = {{50, 20}, {0, 30}, {60, 40}, {30, 10}};
  tidy(layout);
  EXPECT_EQ(pairs_of(layout.metadata), (Pairs{{0, 40}, {50, 50}}));
}

TEST(FileLayout, MetadataEndWhereValuesBeginOrTheFileEnds) {
  FileLayout layout;
  layout.file_bytes = 1000;
  layout.metadata = {{900, 512}, {0, 512}};
  layout.values = {{{100, 10}, 0}, {{700, 200}, 1}};
  tidy(layout);
  EXPECT_EQ(pairs_of(layout.metadata), (Pairs{{0, 100}, {900, 100}}));
}

TEST(FileLayout, MetadataReadInsideValuesAreNone) {
  FileLayout layout;
  layout.file_bytes = 1000;
  layout.metadata = {{500, 0}};
  layout.values = {{{100, 800}, 0}};
  tidy(layout);
  EXPECT_EQ(pairs_of(layout.metadata), Pairs{});
}

TEST(FileLayout, ValuesOfOtherVariablesStayApart) {
  FileLayout layout;
  layout.file_bytes = 1000;
  layout.values = {{{20, 10}, 1}, {{10, 10}, 0}, {{0, 10}, 0}, {{31, 9}, 1}};
  tidy(layout);
  EXPECT_EQ(pairs_of(layout.values), (Pairs{{0, 20}, {20, 10}, {31, 9}}));
}

}  // namespace
}  // namespace ncf::model
