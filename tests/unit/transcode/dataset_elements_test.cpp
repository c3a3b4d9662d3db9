// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/dataset_elements.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "store/open.hpp"
#include "support/errors.hpp"
#include "support/values.hpp"

namespace ncf::transcode {
namespace {

using model::TypeClass;

class DatasetElementsTest : public testing::Test {
 protected:
  static model::Schema schema() {
    model::Schema schema;
    schema.format = Format::classic;
    schema.dimensions = {{"t", 0, true, 0}};
    for (const TypeClass type : {TypeClass::int_, TypeClass::double_}) {
      model::Variable variable;
      variable.name = model::atomic_type(type)->name;
      variable.type = model::atomic_type(type);
      variable.dimensions = {0};
      schema.variables.push_back(variable);
    }
    return schema;
  }

  std::unique_ptr<model::Dataset> dataset_ = store::rehearse_dataset(schema());
  DatasetElements elements_{*dataset_, "out.nc"};
};

TEST_F(DatasetElementsTest, ElementsAreTheValuesOfTheDataset) {
  const std::int32_t ints[] = {1, -2, 3};
  const double doubles[] = {0.5, 1.5, 2.5};
  elements_.write_elements(0, {{0}, {3}}, std::as_bytes(std::span(ints)));
  elements_.write_elements(1, {{0}, {3}}, std::as_bytes(std::span(doubles)));
  EXPECT_EQ(elements_.stored_form(0).extent, std::vector<std::size_t>{3});
  EXPECT_EQ(elements_.stored_form(0).max_extent, std::vector<std::size_t>{model::unlimited});
  EXPECT_EQ(elements_.stored_form(1).element, "float64");
  std::int32_t back[] = {0, 0};
  elements_.read_elements(0, {{1}, {2}}, std::as_writable_bytes(std::span(back)));
  EXPECT_EQ(back[0], -2);
  EXPECT_EQ(back[1], 3);
  elements_.close();
  model::Values values(model::atomic_type(TypeClass::double_));
  dataset_->read(1, {{2}, {1}}, values);
  EXPECT_EQ(test::get<double>(values, 0), 2.5);
}

TEST_F(DatasetElementsTest, FailuresNameTheDatasetAndTheVariable) {
  std::byte none[4];
  EXPECT_EQ(test::reason_of([&] {
              elements_.read_elements(0, {{7}, {1}}, none);
            }).rfind("out.nc: variable /int: ", 0),
            0U);
}

TEST_F(DatasetElementsTest, ThereAreNoChunks) {
  model::StoredChunk chunk;
  const std::size_t start[] = {0};
  EXPECT_EQ(elements_.stored_bytes(0), 0U);
  for (const auto& asking : std::vector<std::function<void()>>{
           [&] { elements_.read_chunk(0, start, chunk); },
           [&] { static_cast<void>(elements_.place_chunk(0, start, {}, 0)); },
           [&] { elements_.write_placed({}); }}) {
    EXPECT_EQ(test::error_of(asking).code(), ErrorCode::internal);
  }
}

}  // namespace
}  // namespace ncf::transcode
