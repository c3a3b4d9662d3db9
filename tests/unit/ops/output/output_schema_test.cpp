// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/output_schema.hpp"

#include <gtest/gtest.h>

#include <random>

#include "store/open/format_check.hpp"
#include "support/schema.hpp"

namespace ncf::ops {
namespace {

using model::TypeClass;

/// Returns a schema with dimensions of length 0, unlimited ones, and chunks longer than dimensions.
model::Schema random_schema(std::mt19937& random) {
  const auto below = [&](unsigned end) { return random() % end; };
  model::Schema schema;
  for (const char* const name : {"a", "b", "c"}) {
    schema.dimensions.push_back({name, below(4), below(2) == 0});
  }
  for (const char* const name : {"u", "v"}) {
    model::Variable& variable =
        schema.variables.emplace_back(test::variable(name, TypeClass::int_, {below(3), below(3)}));
    if (below(2) == 0) continue;
    variable.storage.layout = model::Layout::chunked;
    variable.storage.chunk_shape = {1 + below(5), 1 + below(5)};
  }
  return schema;
}

TEST(OutputSchema, PassesTheCheckOfItsFormat) {
  std::mt19937 random(68);
  for (int i = 0; i < 300; ++i) {
    const model::Schema input = random_schema(random);
    for (const Format format : {Format::netcdf4, Format::nczarr, Format::zarr2, Format::zarr3}) {
      CopyOptions options;
      options.fix_unlimited = random() % 2 == 0;
      std::vector<FilterChoice> choices(input.variables.size());
      std::vector<std::string> notes;
      const model::Schema made = make_output_schema(options, input, format, {}, {}, choices, notes);
      EXPECT_NO_THROW(store::check_format(made)) << i << ' ' << format_name(format);
    }
  }
}

}  // namespace
}  // namespace ncf::ops
