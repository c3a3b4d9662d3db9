// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/purpose.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/errors.hpp"
#include "support/schema.hpp"

namespace ncf::ops {
namespace {

using Lengths = std::vector<std::size_t>;

class PurposeTest : public testing::Test {
 protected:
  PurposeTest() { schema_.format = Format::netcdf4; }

  model::Variable& add(const std::string& name, const Lengths& shape, const Lengths& chunks) {
    model::Variable variable = test::variable(name, model::TypeClass::float_);
    for (const std::size_t length : shape) {
      variable.dimensions.push_back(schema_.dimensions.size());
      schema_.dimensions.push_back({.name = name + "_" + std::to_string(length), .length = length});
    }
    if (!chunks.empty()) variable.storage = {model::Layout::chunked, chunks};
    schema_.variables.push_back(variable);
    return schema_.variables.back();
  }

  void name_data(const std::string& name) {
    schema_.groups.front().attributes.push_back(test::text_attribute("variable_id", name));
  }

  /// Returns the shape that the only unfit variable should have; empty if all fit.
  [[nodiscard]] Lengths wanted(const std::string& purpose = "cmip7") const {
    const auto unfit = find_unfit_chunks(parse_purpose(purpose), schema_);
    EXPECT_LE(unfit.size(), 1U);
    return unfit.empty() ? Lengths{} : unfit.front().shape;
  }

  model::Schema schema_;
};

TEST_F(PurposeTest, TimeHasOneChunk) {
  add("time", {1800}, {512});
  EXPECT_EQ(wanted(), (Lengths{1800}));
  EXPECT_EQ(find_unfit_chunks(parse_purpose("cmip7"), schema_).front().why,
            "has 4 chunks instead of one");
}

TEST_F(PurposeTest, OneChunkMayBeLongerThanTheTime) {
  add("time", {3}, {512});
  EXPECT_EQ(wanted(), Lengths{});
}

TEST_F(PurposeTest, TheBoundsOfTimeHaveOneChunk) {
  add("time", {1800}, {}).attributes.push_back(test::text_attribute("bounds", "time_bnds"));
  add("time_bnds", {1800, 2}, {1, 2});
  EXPECT_EQ(wanted(), (Lengths{1800, 2}));
}

TEST_F(PurposeTest, DataGrowAlongTheFirstDimension) {
  name_data("pr");
  add("pr", {1800, 144, 192}, {1, 144, 192});
  EXPECT_EQ(wanted(), (Lengths{38, 144, 192}));
  EXPECT_EQ(wanted("cmip7=8MiB"), (Lengths{76, 144, 192}));
}

TEST_F(PurposeTest, ChunksThatAreTooSmallByLessThanOneIndexStay) {
  name_data("pr");
  add("pr", {1800, 144, 192}, {37, 144, 192});
  EXPECT_EQ(wanted(), Lengths{});
}

TEST_F(PurposeTest, TheNextDimensionGrowsIfTheFirstIsTooShort) {
  name_data("pr");
  add("pr", {10, 1000, 1000}, {1, 10, 1000});
  EXPECT_EQ(wanted(), (Lengths{10, 105, 1000}));
}

TEST_F(PurposeTest, SmallDataMayHaveOneChunk) {
  name_data("pr");
  add("pr", {10, 10}, {10, 10});
  EXPECT_EQ(wanted(), Lengths{});
}

TEST_F(PurposeTest, OtherVariablesMayHaveAnyChunks) {
  name_data("pr");
  add("height", {1800}, {1});
  EXPECT_EQ(wanted(), Lengths{});
}

TEST_F(PurposeTest, UnknownNamesAndSmallSizesAreRefused) {
  const auto reason_for = [](const char* text) {
    return test::reason_of([&] { (void)parse_purpose(text); });
  };
  EXPECT_EQ(reason_for("cmip6"), "--for cmip6: expected cmip7, cmip7=SIZE or s3");
  EXPECT_EQ(reason_for("cmip7=1M"), "--for cmip7=1M: expected at least 4 MiB, for example 4MiB");
  EXPECT_EQ(reason_for("cmip7=much"),
            "--for cmip7=much: expected at least 4 MiB, for example 4MiB");
  EXPECT_EQ(reason_for("s3=8M"), "--for s3=8M: has no size of chunks");
}

}  // namespace
}  // namespace ncf::ops
