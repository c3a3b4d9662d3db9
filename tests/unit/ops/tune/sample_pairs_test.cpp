// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/sample_pairs.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "support/memory_dataset.hpp"

namespace ncf::ops {
namespace {

constexpr std::size_t steps = 8;
constexpr std::size_t row_values = 40;

/// A variable with a chunk for each step in time, which counts how often chunks are read.
class SamplePairsTest : public testing::Test {
 protected:
  SamplePairsTest() {
    for (std::size_t step = 0; step < steps; ++step) {
      model::StoredChunk& chunk = input_.chunks[{step, 0}];
      chunk.bytes.resize(row_values * sizeof(float));
      for (std::size_t i = 0; i < row_values; ++i) {
        const auto value = static_cast<float>(step + i * i);
        std::memcpy(chunk.bytes.data() + i * sizeof value, &value, sizeof value);
      }
    }
    input_.before_reading = [this] { ++reads_; };
  }

  static model::StoredForm form() {
    model::StoredForm form;
    form.layout = model::Layout::chunked;
    form.extent = form.max_extent = {steps, row_values};
    form.chunk_shape = {1, row_values};
    form.element = "float32";
    form.element_bytes = sizeof(float);
    form.fill = std::vector<std::byte>(sizeof(float));
    return form;
  }

  Sample sample_of(const std::vector<std::size_t>& numbers) {
    SampleReader reader(recoding_, input_.source());
    Sample sample;
    for (const std::size_t number : numbers) {
      sample.chunks.push_back(reader.read(number).value());
    }
    return sample;
  }

  SamplePairs::Counts count(const Sample& sample, std::optional<std::size_t> stepped = {}) {
    reads_ = 0;
    return SamplePairs(*model::atomic_type(model::TypeClass::float_), {}, recoding_,
                       input_.source())
        .count(sample, stepped);
  }

  test::MemoryDataset input_{form()};
  transcode::Recoding recoding_{
      "v", {0, form(), filter::PreparedChain({}, {})}, {0, form(), filter::PreparedChain({}, {})}};
  std::size_t reads_ = 0;
};

TEST_F(SamplePairsTest, OfTheSampleNeedNoReading) {
  const PairsAlong counts = count(sample_of({0, 1, 2, 3, 4, 5, 6, 7})).all;
  EXPECT_EQ(counts[0].pairs, (steps - 1) * row_values);
  EXPECT_EQ(counts[1].pairs, steps * (row_values - 1));
  EXPECT_EQ(reads_, 0U);
}

TEST_F(SamplePairsTest, ReadANeighbourOnceForAllThatItAdjoins) {
  EXPECT_EQ(count(sample_of({5, 7})).all[0].pairs, 2 * row_values);
  EXPECT_EQ(reads_, 1U);
}

TEST_F(SamplePairsTest, TakeTheChunkBeforeIfTheNextIsMissing) {
  input_.chunks.erase({6, 0});
  EXPECT_EQ(count(sample_of({3, 5, 7})).all[0].pairs, 2 * row_values);
  EXPECT_EQ(reads_, 1U);
  EXPECT_EQ(count(sample_of({4, 5})).all[0].pairs, row_values);
  EXPECT_EQ(reads_, 0U);
}

TEST_F(SamplePairsTest, ReadANeighbourOnceForAllAndForSteps) {
  const SamplePairs::Counts counts = count(sample_of({2}), 1);
  EXPECT_EQ(counts.all[0].pairs, row_values);
  EXPECT_EQ(counts.of_steps.size(), row_values);
  EXPECT_EQ(counts.of_steps.at(3)[0].pairs, 1U);
  EXPECT_EQ(reads_, 1U);
}

TEST_F(SamplePairsTest, OfStepsAreNotComparedAlongThem) {
  const SamplePairs::Counts counts = count(sample_of({2, 3}), 0);
  ASSERT_EQ(counts.of_steps.size(), 2U);
  EXPECT_EQ(counts.of_steps.at(2)[0].pairs, 0U);
  EXPECT_EQ(counts.of_steps.at(2)[1].pairs, row_values - 1);
}

}  // namespace
}  // namespace ncf::ops
