// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chunks whose places are allocated in one order and written in another, on several threads.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "store/open/open.hpp"
#include "support/errors.hpp"
#include "support/file_size_limit.hpp"
#include "support/files.hpp"
#include "support/leaks_of_others.hpp"
#include "support/refused_call.hpp"
#include "support/schema.hpp"
#include "support/values.hpp"

namespace ncf::store {
namespace {

constexpr std::size_t chunk_bytes = 5000;
constexpr std::size_t chunk_count = 12;

using ChunkBytes = std::vector<std::byte>;

/// Returns a schema of byte v(x), with unlimited x and chunks of chunk_bytes.
model::Schema chunked_schema(Format format) {
  model::Schema schema = test::one_variable(model::TypeClass::byte_, {{"x", 0, true}});
  schema.format = format;
  schema.variables[0].storage = {model::Layout::chunked, {chunk_bytes}};
  return schema;
}

/// Returns chunks whose bytes are all their number.
std::vector<ChunkBytes> make_chunks() {
  std::vector<ChunkBytes> chunks;
  for (std::size_t i = 0; i < chunk_count; ++i) {
    chunks.emplace_back(chunk_bytes, static_cast<std::byte>(i));
  }
  return chunks;
}

std::vector<std::span<const std::byte>> spans_of(const std::vector<ChunkBytes>& chunks) {
  return {chunks.begin(), chunks.end()};
}

class PlacedChunks : public testing::TestWithParam<Format> {};

TEST_P(PlacedChunks, AreWrittenInAnyOrderOnAnyThread) {
  const test::TemporaryFolder folder;
  const auto path = folder / "out";
  const model::Schema schema = chunked_schema(GetParam());
  const auto chunks = make_chunks();

  const auto output = create_target(path, "out", schema);
  output->extend(0, std::vector<std::size_t>{chunk_count * chunk_bytes});
  std::vector<model::PlacedChunk> placed;
  for (std::size_t i = 0; i < chunk_count; ++i) {
    placed.push_back(
        output->place_chunk(0, std::vector<std::size_t>{i * chunk_bytes}, chunks[i].size(), 0));
  }
  {
    const auto bytes = spans_of(chunks);
    const auto write = [&](std::size_t from, std::size_t count) {
      output->write_placed(std::span(placed).subspan(from, count),
                           std::span(bytes).subspan(from, count));
    };
    std::vector<std::jthread> threads;
    threads.emplace_back([&] { write(7, chunk_count - 7); });
    threads.emplace_back([&] { write(0, 3); });
    for (std::size_t i = 6; i >= 3; --i) write(i, 1);
  }
  output->close();

  const auto dataset = open_source(path.string());
  model::Values values(schema.variables[0].type, chunk_count * chunk_bytes);
  dataset->read(0, {{0}, {chunk_count * chunk_bytes}}, values);
  for (std::size_t i = 0; i < chunk_count; ++i) {
    const auto* const begin = values.data() + i * chunk_bytes;
    EXPECT_EQ(ChunkBytes(begin, begin + chunk_bytes), chunks[i]) << i;
  }
}

/// A file of libhdf5 in which places of chunks are allocated.
class PlacedInHdf5 : public testing::Test {
 protected:
  std::unique_ptr<model::Target> create() { return create_target(path_, "out", schema_); }

  std::vector<model::PlacedChunk> place_all(model::Target& output) {
    output.extend(0, std::vector<std::size_t>{chunk_count * chunk_bytes});
    std::vector<model::PlacedChunk> placed;
    for (std::size_t i = 0; i < chunk_count; ++i) {
      placed.push_back(
          output.place_chunk(0, std::vector<std::size_t>{i * chunk_bytes}, chunks_[i].size(), 0));
    }
    return placed;
  }

  const model::Schema schema_ = chunked_schema(Format::netcdf4);
  const std::vector<ChunkBytes> chunks_ = make_chunks();
  const test::TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_ / "out.nc";
};

TEST_F(PlacedInHdf5, AFullDiskIsToldWithThePlace) {
  const auto output = create();
  const auto placed = place_all(*output);
  const test::FileSizeLimit limit(3 * chunk_bytes);
  const Error error = test::error_of([&] { output->write_placed(placed, spans_of(chunks_)); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_STREQ(error.what(), "out: variable /v: chunk at (0): File too large");
}

TEST_F(PlacedInHdf5, AFullDiskIsToldWhenMetadataAreWritten) {
  const auto output = create();
  output->write_placed(place_all(*output), spans_of(chunks_));
  const test::FileSizeLimit limit(10);
  const Error error = test::error_of([&] { output->close(); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_STREQ(error.what(), "out: File too large");
}

TEST_F(PlacedInHdf5, ValuesAndChunksMayComeInAnyOrder) {
  model::Schema schema = schema_;
  schema.dimensions.push_back({"y", 3, false, 0});
  schema.variables.push_back(test::variable("values", model::TypeClass::int_, {0, 1}));
  const auto output = create_target(path_, "out", schema);
  const auto one = test::values_of<std::int32_t>(model::TypeClass::int_, {1, 2, 3});
  output->write(1, {{0, 0}, {1, 3}}, one);
  output->extend(0, std::vector<std::size_t>{2 * chunk_bytes});
  const auto placed = output->place_chunk(0, std::vector<std::size_t>{chunk_bytes}, chunk_bytes, 0);
  output->write(1, {{1, 0}, {1, 3}}, one);
  const std::span<const std::byte> fifth = chunks_[5];
  output->write_placed({&placed, 1}, {&fifth, 1});
  output->close();
  EXPECT_EQ(output->stored_bytes(0), chunk_bytes);

  const auto input = open_source(path_.string());
  EXPECT_EQ(input->schema().dimensions[0].length, 2 * chunk_bytes);
  EXPECT_EQ(input->stored_chunk_count(0), 1U);
  model::StoredChunk chunk;
  ASSERT_TRUE(input->read_chunk(0, std::vector<std::size_t>{chunk_bytes}, chunk));
  EXPECT_EQ(chunk.bytes, chunks_[5]);
  model::Values read(one.type());
  input->read(1, {{1, 0}, {1, 3}}, read);
  EXPECT_TRUE(read == one);
}

TEST_F(PlacedInHdf5, WhatTheDiskRefusesIsToldInItsWords) {
  const test::LeaksOfOthers leaks;
  const auto output = create();
  test::with_refused({SYS_pwrite64}, EIO, [&] {
    const test::LeaksOfOthers leaks_of_this_thread;
    const Error error = test::error_of([&] { output->close(); });
    EXPECT_EQ(error.code(), ErrorCode::io);
    EXPECT_STREQ(error.what(), "out: Input/output error");
  });
}

// libhdf5 then writes the lists of dimensions of variables between the chunks.
TEST_F(PlacedInHdf5, OfMoreVariablesThanHdf5HasMemoryFor) {
  constexpr std::size_t variables = 1200;
  model::Schema schema = schema_;
  schema.dimensions = {{"y", 3, false, 0}, {"x", chunk_bytes, false, 0}};
  schema.variables[0].dimensions = {1};
  schema.variables.resize(variables, schema.variables[0]);
  for (std::size_t i = 0; i < variables; ++i) schema.variables[i].name += std::to_string(i);
  const auto output = create_target(path_, "out", schema);
  for (std::size_t i = 0; i < variables; ++i) {
    const auto placed = output->place_chunk(i, std::vector<std::size_t>{0}, chunk_bytes, 0);
    const std::span<const std::byte> bytes = chunks_[i % chunk_count];
    output->write_placed({&placed, 1}, {&bytes, 1});
  }
  output->close();

  const auto input = open_source(path_.string());
  model::StoredChunk chunk;
  for (std::size_t i = 0; i < variables; ++i) {
    ASSERT_EQ(input->schema().variables[i].dimensions, std::vector<model::DimensionId>{1}) << i;
    ASSERT_TRUE(input->read_chunk(i, std::vector<std::size_t>{0}, chunk)) << i;
    ASSERT_EQ(chunk.bytes, chunks_[i % chunk_count]) << i;
  }
}

TEST_F(PlacedInHdf5, AChunkThatCannotBeIsToldWithItsPlace) {
  {
    const auto output = create();
    output->write_placed(place_all(*output), spans_of(chunks_));
    output->close();
  }
  const auto input = open_source(path_.string());
  model::StoredChunk chunk;
  EXPECT_EQ(test::reason_of([&] { input->read_chunk(0, std::vector<std::size_t>{3}, chunk); }),
            path_.string() +
                ": variable /v: chunk at (3): HDF5: offset doesn't fall on chunks's boundary");
}

INSTANTIATE_TEST_SUITE_P(Stores, PlacedChunks, testing::Values(Format::netcdf4, Format::nczarr));

}  // namespace
}  // namespace ncf::store
