// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/filter_choice.hpp"

#include <gtest/gtest.h>

namespace ncf::ops {
namespace {

/// A file whose only variable, of one dimension, holds `filters`.
model::Schema schema_with(const Chain& filters) {
  model::Schema schema;
  schema.dimensions.push_back({.name = "x", .length = 1024});
  model::Variable variable;
  variable.name = "v";
  variable.type = model::atomic_type(model::TypeClass::float_);
  variable.dimensions = {0};
  variable.filters = filters;
  schema.variables.push_back(std::move(variable));
  return schema;
}

Chain chosen(const CopyOptions& options, const Chain& input_filters) {
  std::vector<std::string> notes;
  return FilterRequest(options, notes).choose(schema_with(input_filters), notes).front().filters;
}

TEST(FilterChoice, FiltersAreKeptAsAUserWouldGiveThem) {
  // Given again, the words a file holds would be put behind new ones by bitshuffle, and make zfp
  // read 32x32 values from any chunk.
  EXPECT_EQ(chosen({}, {{32008, {0, 3, 4, 0, 2}}}), (Chain{{32008, {0, 2}}}));
  EXPECT_EQ(chosen({}, {{32013, {268456208, 91252346, 4026532342, 2281701377}}}),
            (Chain{{32013, {5}}}));
  EXPECT_EQ(chosen({}, {{2, {4}}, {1, {5}}}), (Chain{{2, {}}, {1, {5}}}));
}

TEST(FilterChoice, AnOptionReplacesThem) {
  CopyOptions options;
  options.filters = {"v,zstd,3"};
  EXPECT_EQ(chosen(options, {{1, {5}}}), (Chain{{32015, {3}}}));
}

}  // namespace
}  // namespace ncf::ops
