// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/copy/filter_choice.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"

namespace ncf::ops {
namespace {

/// A file whose only variable, of one dimension, holds `filters`.
model::Schema schema_with(const StoredChain& filters) {
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

FilterChoice chosen(const CopyOptions& options, const StoredChain& input_filters) {
  std::vector<std::string> notes;
  return FilterRequest(options, notes).choose(schema_with(input_filters), notes).front();
}

TEST(FilterChoice, WhatNobodyDecidesIsKeptAsStored) {
  const FilterChoice choice = chosen({}, {{2, {4}}, {32008, {0, 3, 4, 0, 2}}});
  EXPECT_EQ(choice.filters, std::nullopt);
  EXPECT_EQ(choice.by, "as in the input");
}

TEST(FilterChoice, AnOptionReplacesThem) {
  CopyOptions options;
  options.filters = {"v,zstd,3"};
  const FilterChoice choice = chosen(options, {{1, {5}}});
  EXPECT_EQ(choice.filters, (Chain{{32015, {3}}}));
}

TEST(FilterChoice, TheLevelOfDeflateIsChecked) {
  for (const int level : {-1, 10}) {
    CopyOptions options;
    options.deflate_level = level;
    const Error error = test::error_of([&] { chosen(options, {}); });
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.message(), "-d " + std::to_string(level) + ": deflate's level is 0 to 9");
  }
}

}  // namespace
}  // namespace ncf::ops
