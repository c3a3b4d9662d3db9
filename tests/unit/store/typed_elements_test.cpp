// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// If a store cannot share its stored bytes, values as in memory are read and written instead.
#include <gtest/gtest.h>

#include <vector>

#include "store/open/open.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"
#include "support/schema.hpp"
#include "support/values.hpp"

namespace ncf::store {
namespace {

using model::TypeClass;

class TypedElements : public testing::Test {
 protected:
  static model::Schema schema() {
    model::Schema schema;
    schema.format = Format::classic;
    schema.dimensions = {{"t", 0, true, 0}};
    for (const TypeClass type : {TypeClass::int_, TypeClass::double_}) {
      schema.variables.push_back(test::variable(model::atomic_type(type)->name, type, {0}));
    }
    return schema;
  }

  test::TemporaryFolder folder_;
  std::string path_ = (folder_ / "out.nc").string();
  std::unique_ptr<model::Target> target_ = create_target(path_, "out.nc", schema());
};

TEST_F(TypedElements, AreTheValues) {
  const std::int32_t ints[] = {1, -2, 3};
  const double doubles[] = {0.5, 1.5, 2.5};
  target_->write_elements(0, {{0}, {3}}, std::as_bytes(std::span(ints)));
  target_->write_elements(1, {{0}, {3}}, std::as_bytes(std::span(doubles)));
  EXPECT_EQ(target_->stored_form(0).extent, std::vector<std::size_t>{3});
  EXPECT_EQ(target_->stored_form(0).max_extent, std::vector<std::size_t>{model::unlimited});
  EXPECT_EQ(target_->stored_form(1).element, "float64");
  target_->close();
  EXPECT_EQ(target_->stored_bytes(0), sizeof ints);

  const auto source = open_source(path_);
  EXPECT_FALSE(source->shows_stored_bytes());
  std::int32_t back[] = {0, 0};
  source->read_elements(0, {{1}, {2}}, std::as_writable_bytes(std::span(back)));
  EXPECT_EQ(back[0], -2);
  EXPECT_EQ(back[1], 3);
  model::Values values(model::atomic_type(TypeClass::double_));
  source->read(1, {{2}, {1}}, values);
  EXPECT_EQ(test::get<double>(values, 0), 2.5);
}

TEST_F(TypedElements, ExtendingFillsWhatIsNotWritten) {
  target_->extend(0, std::vector<std::size_t>{4});
  target_->close();
  const auto source = open_source(path_);
  EXPECT_EQ(source->schema().dimensions[0].length, 4U);
  model::Values values(model::atomic_type(TypeClass::double_));
  source->read(1, {{2}, {1}}, values);
  EXPECT_EQ(test::get<double>(values, 0), 9.9692099683868690e+36);
}

TEST_F(TypedElements, FailuresNameTheDatasetAndTheVariable) {
  target_->close();
  const auto source = open_source(path_);
  std::byte none[4];
  EXPECT_EQ(test::reason_of([&] {
              source->read_elements(0, {{7}, {1}}, none);
            }).rfind(path_ + ": variable /int: ", 0),
            0U);
}

TEST_F(TypedElements, ThereAreNoChunks) {
  const std::size_t start[] = {0};
  EXPECT_EQ(test::error_of([&] { static_cast<void>(target_->place_chunk(0, start, 1, 0)); }).code(),
            ErrorCode::internal);
  EXPECT_EQ(test::error_of([&] { target_->write_placed({}, {}); }).code(), ErrorCode::internal);
  target_->close();
  model::StoredChunk chunk;
  const auto source = open_source(path_);
  EXPECT_EQ(test::error_of([&] { source->read_chunk(0, start, chunk); }).code(),
            ErrorCode::internal);
}

}  // namespace
}  // namespace ncf::store
