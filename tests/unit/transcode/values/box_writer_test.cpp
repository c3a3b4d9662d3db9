// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/values/box_writer.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <span>

#include "support/memory_dataset.hpp"

namespace ncf::transcode {
namespace {

using model::Box;
using test::MemoryDataset;
using Data = std::vector<std::byte>;

constexpr std::int32_t fill = -1;

/// Returns the form of int32 (6, 5), in chunks of 4 x 3.
model::StoredForm form() {
  model::StoredForm form;
  form.layout = model::Layout::chunked;
  form.extent = {6, 5};
  form.max_extent = {model::unlimited, 5};
  form.chunk_shape = {4, 3};
  form.element = "int32";
  form.element_bytes = sizeof fill;
  form.byte_order = model::ByteOrder::little;
  form.fill = Data(sizeof fill);
  std::memcpy(form.fill->data(), &fill, sizeof fill);
  return form;
}

Recoding recoding() {
  model::StoredForm values = form();
  values.layout = model::Layout::contiguous;
  values.chunk_shape.clear();
  return {"/v", {0, values, {}}, {0, form(), filter::PreparedChain({}, {})}};
}

void write(BoxWriter& writer, const Recoding& to, const Box& box,
           const std::vector<std::int32_t>& values) {
  writer.write(to, box, box, std::as_bytes(std::span(values)));
}

/// Returns the stored values of a chunk.
std::vector<std::int32_t> chunk_at(const MemoryDataset& store, std::size_t y, std::size_t x) {
  const Data& bytes = store.chunks.at({y, x}).bytes;
  std::vector<std::int32_t> numbers(bytes.size() / sizeof fill);
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

// This happens when a text ends before its variable is complete.
TEST(BoxWriter, WhatABoxLeavesOutOfItsChunksIsFill) {
  const Recoding to = recoding();
  for (const std::size_t threads : {1U, 3U}) {
    MemoryDataset store(form());
    BoxWriter writer(store.target(), threads, /*window_bytes=*/1);
    std::vector<std::int32_t> rows(20);
    std::iota(rows.begin(), rows.end(), 0);
    write(writer, to, {{0, 0}, {4, 5}}, rows);
    write(writer, to, {{4, 0}, {1, 4}}, {100, 101, 102, 103});
    writer.finish();
    ASSERT_EQ(store.chunks.size(), 4U);
    EXPECT_EQ(chunk_at(store, 0, 0),
              (std::vector<std::int32_t>{0, 1, 2, 5, 6, 7, 10, 11, 12, 15, 16, 17}));
    const auto below = chunk_at(store, 4, 0);
    EXPECT_EQ(std::vector<std::int32_t>(below.begin(), below.begin() + 6),
              (std::vector<std::int32_t>{100, 101, 102, fill, fill, fill}));
    const auto corner = chunk_at(store, 4, 3);
    EXPECT_EQ(corner[0], 103);
    EXPECT_EQ(corner[1], fill);  // beside the box
    EXPECT_EQ(corner[3], fill);  // below it
  }
}

TEST(BoxWriter, TakesAPartOfWhatIsGiven) {
  const Recoding to = recoding();
  MemoryDataset store(form());
  BoxWriter writer(store.target(), 2, 1000);
  std::vector<std::int32_t> values(30);
  std::iota(values.begin(), values.end(), 0);
  writer.write(to, {{4, 0}, {2, 3}}, {{0, 0}, {6, 5}}, std::as_bytes(std::span(values)));
  writer.finish();
  ASSERT_EQ(store.chunks.size(), 1U);
  EXPECT_EQ(chunk_at(store, 4, 0), (std::vector<std::int32_t>{20, 21, 22, 25, 26, 27, fill, fill,
                                                              fill, fill, fill, fill}));
}

TEST(BoxWriter, WhatCannotBeWrittenIsTold) {
  const Recoding to = recoding();
  MemoryDataset store(form());
  store.full_at = {4, 0};
  BoxWriter writer(store.target(), 2, 1000);
  const auto write_all = [&] {
    write(writer, to, {{0, 0}, {6, 5}}, std::vector<std::int32_t>(30));
    writer.finish();
  };
  EXPECT_THROW(write_all(), Error);
}

}  // namespace
}  // namespace ncf::transcode
