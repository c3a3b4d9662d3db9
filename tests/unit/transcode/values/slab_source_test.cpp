// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/values/slab_source.hpp"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>
#include <future>
#include <memory>
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

/// Returns all values, read box by box as in a dump, some of them ahead.
std::vector<int> read_all(Counting& variable, std::size_t threads, std::size_t box_values) {
  constexpr std::size_t boxes_ahead = 4;
  std::vector<Scratch> scratches(threads);
  base::WorkerPool pool(threads);
  const auto source =
      make_slab_source(variable.store().source(), 0, ChunkValues(variable.form(), chain_of(), "v"),
                       {pool, [&](std::size_t worker) -> Scratch& { return scratches[worker]; }});
  COrderWalk walk(variable.form().extent, variable.form().chunk_shape, box_values);
  std::vector<int> all;
  std::deque<std::future<std::vector<int>>> ahead;
  const auto take = [&] {
    const std::vector<int> box = ahead.front().get();
    ahead.pop_front();
    all.insert(all.end(), box.begin(), box.end());
  };
  while (const auto box = walk.next()) {
    auto task = std::make_shared<std::packaged_task<std::vector<int>(std::size_t)>>(
        [&, values = std::shared_ptr<PendingValues>(source->read(*box))](std::size_t worker) {
          const auto bytes = values->decode(scratches[worker]);
          std::vector<int> numbers(bytes.size() / sizeof(int));
          if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
          return numbers;
        });
    ahead.push_back(task->get_future());
    pool.submit([task](std::size_t worker) { (*task)(worker); });
    if (ahead.size() > boxes_ahead) take();
  }
  while (!ahead.empty()) take();
  return all;
}

TEST(SlabSource, GivesTheValuesInOrderAndReadsEachChunkOnce) {
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
    const std::size_t box_values = length(200);
    EXPECT_EQ(read_all(variable, threads, box_values), variable.values)
        << "round " << round << ", " << threads << " threads, boxes of " << box_values;
    EXPECT_EQ(variable.store().chunks_asked_for, ChunkGrid(shape, chunk).chunk_count());
  }
}

TEST(SlabSource, AFaultIsThatOfItsChunk) {
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

TEST(SlabSource, ASlabIsWholeChunksInCOrder) {
  EXPECT_EQ(slab_values({10, 20, 30}, {1, 5, 7}), 150U);
  EXPECT_EQ(slab_values({10, 20, 30}, {4, 5, 7}), 2400U);
  EXPECT_EQ(slab_values({3, 20}, {4, 5}), 60U);
  EXPECT_EQ(slab_values({3, 20}, {1, 1}), 1U);
}

}  // namespace
}  // namespace ncf::transcode
