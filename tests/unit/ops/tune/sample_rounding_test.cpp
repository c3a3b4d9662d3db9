// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/tune/sample_rounding.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "model/grid/box.hpp"
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

  PairCounts count(const Sample& sample, std::optional<std::size_t> stepped = {}) {
    reads_ = 0;
    return count_pairs(sample, *model::atomic_type(model::TypeClass::float_), {}, recoding_,
                       input_.source(), stepped);
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
  const PairCounts counts = count(sample_of({2}), 1);
  EXPECT_EQ(counts.all[0].pairs, row_values);
  EXPECT_EQ(counts.of_steps.size(), row_values);
  EXPECT_EQ(counts.of_steps.at(3)[0].pairs, 1U);
  EXPECT_EQ(reads_, 1U);
}

TEST_F(SamplePairsTest, OfStepsAreNotComparedAlongThem) {
  const PairCounts counts = count(sample_of({2, 3}), 0);
  ASSERT_EQ(counts.of_steps.size(), 2U);
  EXPECT_EQ(counts.of_steps.at(2)[0].pairs, 0U);
  EXPECT_EQ(counts.of_steps.at(2)[1].pairs, row_values - 1);
}

struct Grid {
  std::vector<std::size_t> extent;
  std::vector<std::size_t> chunk_shape;
};

void expect_equal(const PairsAlong& counts, const PairsAlong& expected) {
  ASSERT_EQ(counts.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(counts[i].pairs, expected[i].pairs);
    EXPECT_EQ(counts[i].in_first, expected[i].in_first);
    EXPECT_EQ(counts[i].in_second, expected[i].in_second);
    EXPECT_EQ(counts[i].in_both, expected[i].in_both);
  }
}

/// A variable of noise and runs of equal values, some longer than chunks.
class SamplePairsInGrid : public testing::TestWithParam<Grid> {
 protected:
  SamplePairsInGrid() {
    std::uint64_t bits = 1;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      bits = bits * 6364136223846793005U + 1442695040888963407U;
      values_[i] = i % 50 < 20 ? 7.F : static_cast<float>(bits >> 50U);
    }
    for (std::size_t i = 0; i < grid_.chunk_count(); ++i) {
      const model::Box box = grid_.chunk_box(i);
      model::StoredChunk& chunk = input_.chunks[box.start];
      chunk.bytes.resize(box.value_count() * sizeof(float));
      model::copy_part(grid_.within(box), whole_, bytes().data(), box, chunk.bytes.data(),
                       {sizeof(float)});
    }
    input_.before_reading = [this] { ++reads_; };
  }

  [[nodiscard]] model::StoredForm form() const {
    model::StoredForm form;
    form.layout = model::Layout::chunked;
    form.extent = form.max_extent = GetParam().extent;
    form.chunk_shape = GetParam().chunk_shape;
    form.element = "float32";
    form.element_bytes = sizeof(float);
    form.fill = std::vector<std::byte>(sizeof(float));
    return form;
  }

  [[nodiscard]] std::span<const std::byte> bytes() const {
    return std::as_bytes(std::span(values_));
  }

  PairCounts count(const Sample& sample, std::optional<std::size_t> stepped) {
    reads_ = 0;
    return count_pairs(sample, type_, {}, recoding_, input_.source(), stepped);
  }

  PairCounts count_all(std::optional<std::size_t> stepped) {
    const Sample sample = read_sample(recoding_, input_.source(), 1 << 26);
    EXPECT_TRUE(sample.is_whole);
    return count(sample, stepped);
  }

  model::ChunkGrid grid_{GetParam().extent, GetParam().chunk_shape};
  model::Box whole_{std::vector<std::size_t>(GetParam().extent.size()), GetParam().extent};
  std::vector<float> values_ = std::vector<float>(whole_.value_count());
  test::MemoryDataset input_{form()};
  transcode::Recoding recoding_{
      "v", {0, form(), filter::PreparedChain({}, {})}, {0, form(), filter::PreparedChain({}, {})}};
  std::size_t reads_ = 0;
  const model::Type& type_ = *model::atomic_type(model::TypeClass::float_);
  transcode::BitPairCounter counter_{type_, {}};
};

TEST_P(SamplePairsInGrid, OfAllChunksAreThoseOfTheVariable) {
  const PairsAlong counts = count_all(std::nullopt).all;
  EXPECT_GT(counts.back().pairs, 0U);
  expect_equal(counts, counter_.count(whole_, bytes()));
  EXPECT_EQ(reads_, 0U);
}

INSTANTIATE_TEST_SUITE_P(Shapes, SamplePairsInGrid,
                         testing::Values(Grid{{400}, {1}}, Grid{{400}, {2}}, Grid{{400}, {3}},
                                         Grid{{401}, {10}}, Grid{{20, 31}, {2, 2}},
                                         Grid{{20, 31}, {3, 2}}, Grid{{20, 31}, {1, 3}},
                                         Grid{{20, 31}, {3, 1}}, Grid{{21, 30}, {20, 30}},
                                         Grid{{5, 7, 60}, {2, 3, 2}}, Grid{{5, 7, 60}, {4, 1, 7}}));

class SamplePairsOfSteps : public SamplePairsInGrid {};

TEST_P(SamplePairsOfSteps, AreThoseOfEachStepAlone) {
  const auto of_steps = count_all(0).of_steps;
  ASSERT_EQ(of_steps.size(), whole_.count[0]);
  model::Box box = whole_;
  box.count[0] = 1;
  const std::size_t step_bytes = box.value_count() * sizeof(float);
  for (const auto& [step, counts] : of_steps) {
    SCOPED_TRACE(step);
    expect_equal(counts, counter_.count(box, bytes().subspan(step * step_bytes, step_bytes)));
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, SamplePairsOfSteps,
                         testing::Values(Grid{{20, 31}, {2, 2}}, Grid{{20, 31}, {1, 3}},
                                         Grid{{5, 7, 60}, {2, 3, 2}}));

class SamplePairsOfLongRows : public SamplePairsInGrid {};

TEST_P(SamplePairsOfLongRows, AreCountedWhereARowIsCutOff) {
  EXPECT_EQ(count_all(std::nullopt).all[0].pairs, counter_.count(whole_, bytes())[0].pairs);
}

INSTANTIATE_TEST_SUITE_P(Shapes, SamplePairsOfLongRows,
                         testing::Values(Grid{{5000000}, {1000010}}, Grid{{5000000}, {2500025}}));

class SamplePairsOfLargeChunks : public SamplePairsInGrid {};

TEST_P(SamplePairsOfLargeChunks, AreCountedAcrossEdges) {
  EXPECT_EQ(count_all(std::nullopt).all[1].pairs, 2 * whole_.count[0]);
}

INSTANTIATE_TEST_SUITE_P(Shapes, SamplePairsOfLargeChunks,
                         testing::Values(Grid{{2200000, 3}, {2200000, 1}}));

class SamplePairsOfLongerChunks : public SamplePairsInGrid {
 protected:
  std::uint64_t pairs_of(const std::vector<std::size_t>& numbers) {
    SampleReader reader(recoding_, input_.source());
    Sample sample;
    for (const std::size_t number : numbers) sample.chunks.push_back(*reader.read(number));
    return count(sample, std::nullopt).all[0].pairs;
  }
};

TEST_P(SamplePairsOfLongerChunks, AreCountedAcrossEdgesWithinTheSampleOnly) {
  EXPECT_EQ(pairs_of({10}), 1U);
  EXPECT_EQ(pairs_of({10, 12}), 2U);
  EXPECT_EQ(pairs_of({10, 11}), 3U);
  EXPECT_EQ(pairs_of({12, 10, 11}), 5U);
  EXPECT_EQ(reads_, 0U);
}

INSTANTIATE_TEST_SUITE_P(Shapes, SamplePairsOfLongerChunks, testing::Values(Grid{{40}, {2}}));

}  // namespace
}  // namespace ncf::ops
