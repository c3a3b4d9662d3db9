// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/values/tile_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <random>

#include "support/builtin_chain.hpp"
#include "support/errors.hpp"
#include "support/memory_dataset.hpp"
#include "transcode/walks/walks.hpp"

namespace ncf::transcode {
namespace {

using model::Box;
using model::ChunkGrid;
using Shape = std::vector<std::size_t>;
using test::MemoryDataset;

constexpr std::uint32_t deflate = 1;
constexpr int fill = -1;
constexpr model::ByteOrder other_order =
    std::endian::native == std::endian::little ? model::ByteOrder::big : model::ByteOrder::little;

filter::PreparedChain chain_of() { return test::builtin_chain({{deflate, {1}}}); }

model::StoredForm form_of(const Shape& shape, const Shape& chunk, model::ByteOrder order) {
  model::StoredForm form;
  form.layout = model::Layout::chunked;
  form.extent = shape;
  form.max_extent = shape;
  form.chunk_shape = chunk;
  form.filters = {{deflate, {1}}};
  form.element = "int32";
  form.element_bytes = sizeof(int);
  form.byte_order = order;
  form.fill = std::vector<std::byte>(sizeof(int));
  std::memcpy(form.fill->data(), &fill, sizeof fill);
  return form;
}

/// A variable whose values count up in C order, but in chunks that were never written.
class Counting {
 public:
  Counting(Shape shape, Shape chunk, std::mt19937& random)
      : form_(form_of(shape, chunk, other_order)), store_(form_) {
    const Box all{Shape(shape.size(), 0), shape};
    values.resize(all.value_count());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i);
    store_.schema.variables.front().type = model::atomic_type(model::TypeClass::int_);
    const ChunkGrid grid(shape, chunk);
    filter::ChainWorkspace workspace;
    for (std::size_t i = 0; i < grid.chunk_count(); ++i) {
      const Box part = grid.within(grid.chunk_box(i));
      std::byte* const in_memory = std::as_writable_bytes(std::span(values)).data();
      if (random() % 5 == 0) {
        fill_part(part, std::as_bytes(std::span(&fill, 1)), all, in_memory);
        continue;
      }
      std::vector<std::byte> elements(grid.chunk_values() * sizeof(int));
      copy_part(part, all, in_memory, grid.chunk_box(i), elements.data(), {sizeof(int), true});
      const auto encoded = chain_of().encode(elements, workspace);
      store_.chunks[grid.offset(i)].bytes.assign(encoded.bytes.begin(), encoded.bytes.end());
    }
  }

  [[nodiscard]] MemoryDataset& store() { return store_; }
  [[nodiscard]] const model::StoredForm& form() const { return form_; }

  std::vector<int> values;

 private:
  model::StoredForm form_;
  MemoryDataset store_;
};

StoredValues values_of(Counting& variable) {
  return {variable.store().source(), 0, ChunkValues(variable.form(), chain_of(), "v")};
}

/// Returns boxes of up to `box_values` values, in C order.
BoxSequence boxes_in_order(const Counting& variable, std::size_t box_values) {
  return [walk = COrderWalk(variable.form().extent, variable.form().chunk_shape,
                            box_values)]() mutable { return walk.next(); };
}

std::vector<int> numbers_of(std::span<const std::byte> bytes) {
  std::vector<int> numbers(bytes.size() / sizeof(int));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

/// Returns all values in the order in which they are taken.
std::vector<int> read_all(Counting& variable, std::size_t threads, std::size_t box_values,
                          std::size_t tiles_in_work = 4) {
  TileReader reader(threads);
  const StoredValues values = values_of(variable);
  std::vector<int> all;
  reader.read({&values}, boxes_in_order(variable, box_values), tiles_in_work,
              [&](const LookedAt& looked_at, std::size_t worker) {
                EXPECT_LT(worker, reader.worker_count());
                return [&all, numbers = numbers_of(looked_at.values.front())] {
                  all.insert(all.end(), numbers.begin(), numbers.end());
                };
              });
  return all;
}

TEST(TileReader, GivesTheValuesInOrderAndReadsEachChunkOfARowOnce) {
  std::mt19937 random(5);
  const auto length = [&](std::size_t most) { return 1 + random() % most; };
  for (int round = 0; round < 60; ++round) {
    Shape shape;
    Shape chunk;
    for (std::size_t rank = 1 + random() % 4; rank > 0; --rank) {
      shape.push_back(length(12));
      chunk.push_back(length(shape.back() + 2));
    }
    Counting variable(shape, chunk, random);
    const std::size_t threads = 1 + random() % 3;
    const std::size_t tiles_in_work = length(5);
    const std::size_t tile = std::max(values_of_a_row(shape, chunk), length(200));
    EXPECT_EQ(read_all(variable, threads, tile, tiles_in_work), variable.values)
        << "round " << round << ", " << threads << " threads";
    EXPECT_EQ(variable.store().chunks_asked_for, ChunkGrid(shape, chunk).chunk_count());
    EXPECT_EQ(read_all(variable, threads, length(100), tiles_in_work), variable.values);
  }
}

TEST(TileReader, ReadsTwoVariablesInTheSameTiles) {
  std::mt19937 random(7);
  Counting first({40, 30}, {7, 30}, random);
  Counting second({40, 30}, {40, 4}, random);
  const StoredValues values_of_first = values_of(first);
  const StoredValues values_of_second = values_of(second);
  for (const std::size_t threads : {std::size_t{1}, std::size_t{3}}) {
    TileReader reader(threads);
    std::size_t differing = 0;
    reader.read({&values_of_first, &values_of_second}, boxes_of(ChunkGrid({40, 30}, {9, 9})), 3,
                [&](const LookedAt& tile, std::size_t /*worker*/) {
                  const auto a = numbers_of(tile.values[0]);
                  const auto b = numbers_of(tile.values[1]);
                  std::size_t count = 0;
                  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1U : 0U;
                  return [&differing, count] { differing += count; };
                });
    std::size_t expected = 0;
    for (std::size_t i = 0; i < first.values.size(); ++i) {
      expected += first.values[i] != second.values[i] ? 1U : 0U;
    }
    EXPECT_EQ(differing, expected);
  }
}

TEST(TileReader, TakesWhatComesBeforeAFault) {
  std::mt19937 random(1);
  Counting variable({12, 10}, {1, 10}, random);
  auto& chunks = variable.store().chunks;
  ASSERT_GT(chunks.size(), 3U);
  const auto broken = std::next(chunks.begin(), 3);
  broken->second.bytes.resize(3);
  const StoredValues values = values_of(variable);
  for (const std::size_t threads : {std::size_t{1}, std::size_t{3}}) {
    TileReader reader(threads);
    std::vector<std::size_t> taken;
    const auto read = [&] {
      reader.read({&values}, boxes_of(ChunkGrid({12, 10}, {1, 10})), 5,
                  [&](const LookedAt& tile, std::size_t /*worker*/) {
                    return [&taken, row = tile.tile.start.front()] { taken.push_back(row); };
                  });
    };
    const std::string reason = test::reason_of(read, ErrorCode::corrupt);
    EXPECT_NE(reason.find("filter 1 (deflate)"), std::string::npos) << reason;
    EXPECT_EQ(taken.size(), broken->first.front());
  }
}

TEST(TileReader, AFaultIsThatOfItsChunk) {
  std::mt19937 random(1);
  Counting variable({8, 10}, {4, 5}, random);
  auto& chunks = variable.store().chunks;
  ASSERT_FALSE(chunks.empty());
  const auto& offset = chunks.begin()->first;
  chunks.begin()->second.bytes.resize(3);
  const std::string where =
      fmt::format("variable v: chunk at ({}): filter 1 (deflate)", fmt::join(offset, ","));
  for (const std::size_t threads : {std::size_t{1}, std::size_t{3}}) {
    const std::string reason =
        test::reason_of([&] { (void)read_all(variable, threads, 10); }, ErrorCode::corrupt);
    EXPECT_NE(reason.find(where), std::string::npos) << reason;
  }
}

TEST(TileReader, ARowOfChunksIsContiguousInCOrder) {
  EXPECT_EQ(values_of_a_row({10, 20, 30}, {1, 5, 7}), 150U);
  EXPECT_EQ(values_of_a_row({10, 20, 30}, {4, 5, 7}), 2400U);
  EXPECT_EQ(values_of_a_row({3, 20}, {4, 5}), 60U);
  EXPECT_EQ(values_of_a_row({3, 20}, {1, 1}), 1U);
}

}  // namespace
}  // namespace ncf::transcode
