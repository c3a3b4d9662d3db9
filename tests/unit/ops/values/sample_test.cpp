// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include "support/memory_dataset.hpp"

namespace ncf::ops {
namespace {

using model::Layout;
using model::StoredForm;
using test::MemoryDataset;

TEST(SpreadOrder, NamesEachNumberOnce) {
  for (std::uint64_t count = 1; count < 300; ++count) {
    SpreadOrder order(count);
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < count; ++i) seen.insert(order.next());
    EXPECT_EQ(seen.size(), count);
    EXPECT_EQ(*seen.rbegin(), count - 1);
  }
}

// The first 48 of 1200 chunks include each of any 12 levels, months or tiles.
TEST(SpreadOrder, FollowsNoPeriodOfTheData) {
  for (const std::uint64_t period : {2U, 3U, 4U, 5U, 7U, 8U, 12U}) {
    SpreadOrder order(1200);
    std::set<std::uint64_t> phases;
    for (int i = 0; i < 48; ++i) phases.insert(order.next() % period);
    EXPECT_EQ(phases.size(), period);
  }
}

constexpr std::size_t chunk_values = 100;
constexpr std::size_t chunk_bytes = chunk_values * sizeof(int);

StoredForm form_of(std::size_t values) {
  StoredForm form;
  form.layout = Layout::chunked;
  form.extent = {values};
  form.max_extent = {values};
  form.chunk_shape = {chunk_values};
  form.element = "int32";
  form.element_bytes = sizeof(int);
  form.fill = std::vector<std::byte>(sizeof(int));
  return form;
}

transcode::Recoding recoding_of(const StoredForm& form) {
  return {"v", {0, form, filter::PreparedChain({}, {})}, {0, form, filter::PreparedChain({}, {})}};
}

void store(MemoryDataset& store, std::size_t chunk, bool is_constant) {
  model::StoredChunk stored;
  stored.bytes.resize(chunk_bytes);
  for (std::size_t i = 0; i < chunk_values; ++i) {
    const int value = is_constant ? 9 : static_cast<int>(chunk * chunk_values + i);
    std::memcpy(stored.bytes.data() + i * sizeof value, &value, sizeof value);
  }
  store.chunks[{chunk * chunk_values}] = std::move(stored);
}

TEST(Sample, ReadsAsMuchAsIsAsked) {
  const StoredForm form = form_of(50 * chunk_values);
  MemoryDataset input(form);
  for (std::size_t i = 0; i < 50; ++i) store(input, i, false);
  const Sample some = read_sample(recoding_of(form), input.source(), 5 * chunk_bytes);
  EXPECT_EQ(some.chunks_read, 5U);
  EXPECT_EQ(some.chunks_to_store, 50U);
  EXPECT_FALSE(some.is_whole);
  const Sample all = read_sample(recoding_of(form), input.source(), 1000 * chunk_bytes);
  EXPECT_EQ(all.chunks_read, 50U);
  EXPECT_TRUE(all.is_whole);
}

TEST(Sample, ReadsOneChunkWhereNothingIsAsked) {
  const StoredForm form = form_of(50 * chunk_values);
  MemoryDataset input(form);
  for (std::size_t i = 0; i < 50; ++i) store(input, i, false);
  const Sample sample = read_sample(recoding_of(form), input.source(), 0);
  EXPECT_EQ(sample.chunks_read, 1U);
  EXPECT_EQ(sample.chunks.size(), 1U);
}

TEST(Sample, HoldsTheValuesAndCountsThoseWithin) {
  const StoredForm form = form_of(chunk_values + 1);
  MemoryDataset input(form);
  store(input, 0, false);
  store(input, 1, false);
  const Sample sample = read_sample(recoding_of(form), input.source(), 1 << 20);
  ASSERT_EQ(sample.chunks.size(), 2U);
  for (const SampleChunk& chunk : sample.chunks) {
    int first = -1;
    std::memcpy(&first, chunk.elements().data(), sizeof first);
    EXPECT_EQ(static_cast<std::size_t>(first), chunk.box.start[0]);
    EXPECT_EQ(chunk.bytes, chunk_bytes);
    EXPECT_EQ(chunk.raw_bytes, chunk.box.start[0] == 0 ? chunk_bytes : sizeof(int));
  }
}

TEST(Sample, LooksOnWhereAllIsConstant) {
  const StoredForm form = form_of(50 * chunk_values);
  MemoryDataset input(form);
  for (std::size_t i = 0; i < 50; ++i) store(input, i, i != 13);
  const Sample sample = read_sample(recoding_of(form), input.source(), 4 * chunk_bytes);
  EXPECT_GT(sample.chunks_read, 4U);
  ASSERT_EQ(sample.chunks.size(), 2U);
  EXPECT_EQ(sample.chunks[0].numbers.size(), sample.chunks_read - 1);
  EXPECT_FALSE(sample.chunks[1].is_constant);
  EXPECT_EQ(sample.chunks[1].box.start[0], 13 * chunk_values);
}

TEST(Sample, PassesOverWhatWasNeverWritten) {
  const StoredForm form = form_of(50 * chunk_values);
  MemoryDataset input(form);
  store(input, 3, false);
  store(input, 47, false);
  const Sample sample = read_sample(recoding_of(form), input.source(), 1 << 20);
  EXPECT_EQ(sample.chunks_read, 2U);
  EXPECT_EQ(sample.chunks_to_store, 2U);
  EXPECT_EQ(sample.chunk_count, 50U);
  EXPECT_TRUE(sample.is_whole);

  MemoryDataset empty(form);
  EXPECT_TRUE(read_sample(recoding_of(form), empty.source(), 1 << 20).chunks.empty());
}

// ---- Estimates ----

TEST(Estimate, OfAllChunksIsTheirSum) {
  const Estimate estimate = estimate_share({{100, 50, 1}, {300, 50, 1}}, 2);
  EXPECT_DOUBLE_EQ(estimate.stored_share, 0.25);
  EXPECT_EQ(estimate.uncertainty, 0);
}

TEST(Estimate, CountsEqualChunksAsMany) {
  const Estimate estimate = estimate_share({{100, 50, 1}, {100, 10, 3}}, 4);
  EXPECT_DOUBLE_EQ(estimate.stored_share, 0.2);
}

TEST(Estimate, OfFewChunksIsNotCertain) {
  EXPECT_EQ(estimate_share({{100, 50, 1}, {100, 60, 1}, {100, 70, 1}}, 100).uncertainty,
            std::nullopt);
}

TEST(Estimate, OfEqualChunksIsCertain) {
  EXPECT_EQ(estimate_share({{100, 50, 8}}, 100).uncertainty, 0);
}

// About one in twenty samples is off by more than its stated uncertainty.
TEST(Estimate, IsAsFarOffAsItSays) {
  std::mt19937 random(3);
  std::normal_distribution<double> stored(500, 100);
  constexpr int rounds = 1000;
  int misses = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<ChunkSizes> chunks;
    for (int i = 0; i < 20; ++i) {
      chunks.push_back({1000, static_cast<std::uint64_t>(stored(random)), 1});
    }
    const Estimate estimate = estimate_share(chunks, 10000);
    ASSERT_TRUE(estimate.uncertainty);
    if (std::abs(estimate.stored_share - 0.5) > *estimate.uncertainty * estimate.stored_share) {
      ++misses;
    }
  }
  EXPECT_GT(misses, rounds / 50);
  EXPECT_LT(misses, rounds / 10);
}

// ---- Spread choice ----

std::vector<std::size_t> chosen_of(const std::vector<std::uint64_t>& sizes, std::size_t most) {
  SpreadChoice choice(std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0}), sizes.size(),
                      most);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (choice.takes(sizes[i])) chosen.push_back(i);
  }
  return chosen;
}

using Indices = std::vector<std::size_t>;

TEST(SpreadChoice, SpreadsEquals) {
  EXPECT_EQ(chosen_of(std::vector<std::uint64_t>(12, 5), 3), (Indices{1, 5, 9}));
}

TEST(SpreadChoice, TakesFewCompletely) {
  EXPECT_EQ(chosen_of({1, 1000, 1}, 3), (Indices{0, 1, 2}));
  EXPECT_EQ(chosen_of({0, 0}, 4), (Indices{0, 1}));
}

TEST(SpreadChoice, TakesWhatIsLarge) {
  EXPECT_EQ(chosen_of({1, 1, 1, 100, 1, 1, 1, 1}, 2), (Indices{3}));
  EXPECT_EQ(chosen_of({1, 100, 1, 100, 1, 1, 1, 1}, 2), (Indices{1, 3}));
}

TEST(SpreadChoice, TakesTheNextInsteadOfWhatIsPassed) {
  SpreadChoice choice(4, 4, 1);
  EXPECT_FALSE(choice.takes(1));
  choice.pass(1);
  EXPECT_TRUE(choice.takes(1));
  EXPECT_FALSE(choice.takes(1));
}

}  // namespace
}  // namespace ncf::ops
