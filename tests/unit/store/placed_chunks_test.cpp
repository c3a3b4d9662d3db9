// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chunks that are given their room in one order and written in another, on several threads.
#include <gtest/gtest.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "store/open.hpp"
#include "support/errors.hpp"
#include "support/file_size_limit.hpp"
#include "support/files.hpp"
#include "support/refused_call.hpp"

namespace ncf::store {
namespace {

constexpr std::size_t chunk_bytes = 5000;
constexpr std::size_t chunk_count = 12;

using ChunkBytes = std::vector<std::byte>;

/// byte v(x), x without end, each chunk chunk_bytes long.
model::Schema schema_of(Format format) {
  model::Schema schema;
  schema.format = format;
  schema.dimensions = {{"x", 0, true, 0}};
  model::Variable variable;
  variable.name = "v";
  variable.type = model::atomic_type(model::TypeClass::byte_);
  variable.dimensions = {0};
  variable.storage.layout = model::Layout::chunked;
  variable.storage.chunk_shape = {chunk_bytes};
  schema.variables.push_back(variable);
  return schema;
}

/// Each chunk's bytes are its number.
std::vector<ChunkBytes> make_chunks() {
  std::vector<ChunkBytes> chunks;
  for (std::size_t i = 0; i < chunk_count; ++i) {
    chunks.emplace_back(chunk_bytes, static_cast<std::byte>(i));
  }
  return chunks;
}

class PlacedChunks : public testing::TestWithParam<Format> {};

TEST_P(PlacedChunks, AreWrittenInAnyOrderOnAnyThread) {
  const test::TemporaryFolder folder;
  const auto path = folder / "out";
  const model::Schema schema = schema_of(GetParam());
  create_dataset(path, schema)->close();
  const auto chunks = make_chunks();

  const auto output = edit_chunks(path, schema, "out");
  output->extend(0, std::vector<std::size_t>{chunk_count * chunk_bytes});
  std::vector<model::PlacedChunk> placed;
  for (std::size_t i = 0; i < chunk_count; ++i) {
    placed.push_back(
        output->place_chunk(0, std::vector<std::size_t>{i * chunk_bytes}, chunks[i], 0));
  }
  {
    const std::span all(placed);
    std::vector<std::jthread> threads;
    threads.emplace_back([&] { output->write_placed(all.subspan(7)); });
    threads.emplace_back([&] { output->write_placed(all.first(3)); });
    for (std::size_t i = 6; i >= 3; --i) output->write_placed(all.subspan(i, 1));
  }
  output->close();

  const auto dataset = open_dataset(path.string());
  model::Values values(schema.variables[0].type, chunk_count * chunk_bytes);
  dataset->read(0, {{0}, {chunk_count * chunk_bytes}}, values);
  for (std::size_t i = 0; i < chunk_count; ++i) {
    const auto* const begin = values.data() + i * chunk_bytes;
    EXPECT_EQ(ChunkBytes(begin, begin + chunk_bytes), chunks[i]) << i;
  }
}

/// A file of libhdf5's in which chunks are given their room, by `edit_chunks`.
class EditedChunks : public testing::Test {
 protected:
  EditedChunks() { create_dataset(path_, schema_)->close(); }

  std::unique_ptr<model::ChunkStore> edit() { return edit_chunks(path_, schema_, "out"); }

  std::vector<model::PlacedChunk> place_all(model::ChunkStore& output) {
    output.extend(0, std::vector<std::size_t>{chunk_count * chunk_bytes});
    std::vector<model::PlacedChunk> placed;
    for (std::size_t i = 0; i < chunk_count; ++i) {
      placed.push_back(
          output.place_chunk(0, std::vector<std::size_t>{i * chunk_bytes}, chunks_[i], 0));
    }
    return placed;
  }

  const model::Schema schema_ = schema_of(Format::netcdf4);
  const std::vector<ChunkBytes> chunks_ = make_chunks();
  const test::TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_ / "out.nc";
};

TEST_F(EditedChunks, AFullDiskIsToldWithThePlace) {
  const auto output = edit();
  const auto placed = place_all(*output);
  const test::FileSizeLimit limit(3 * chunk_bytes);
  const Error error = test::error_of([&] { output->write_placed(placed); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_STREQ(error.what(), "out: variable /v: chunk at (0): File too large");
}

TEST_F(EditedChunks, AFullDiskIsToldWhenMetadataAreWritten) {
  const auto output = edit();
  output->write_placed(place_all(*output));
  const test::FileSizeLimit limit(10);
  const Error error = test::error_of([&] { output->close(); });
  EXPECT_EQ(error.code(), ErrorCode::io);
  EXPECT_STREQ(error.what(), "File too large");
}

TEST_F(EditedChunks, WhatTheDiskDoesNotReadIsToldInItsWords) {
  test::with_refused({SYS_pread64}, EIO, [&] {
    const Error error = test::error_of([&] { edit(); });
    EXPECT_EQ(error.code(), ErrorCode::io);
    EXPECT_STREQ(error.what(), "Input/output error");
  });
}

TEST_F(EditedChunks, AFileThatIsGoneIsTold) {
  std::filesystem::remove(path_);
  EXPECT_EQ(test::reason_of([&] { edit(); }), "No such file or directory");
}

// As of HDF5's own driver: the file ends where HDF5 says.
TEST_F(EditedChunks, BytesBehindTheEndAreCutOff) {
  { std::ofstream(path_, std::ios::app) << std::string(1'000'000, 'x'); }
  edit()->close();
  EXPECT_LT(std::filesystem::file_size(path_), 1'000'000U);
  EXPECT_EQ(open_dataset(path_.string())->schema().variables.size(), 1U);
}

TEST_F(EditedChunks, AChunkThatCannotBeIsToldWithItsPlace) {
  {
    const auto output = edit();
    output->write_placed(place_all(*output));
    output->close();
  }
  const auto input = open_chunks(path_.string(), open_dataset(path_.string())->schema());
  model::StoredChunk chunk;
  EXPECT_EQ(test::reason_of([&] { input->read_chunk(0, std::vector<std::size_t>{3}, chunk); }),
            path_.string() +
                ": variable /v: chunk at (3): HDF5: offset doesn't fall on chunks's boundary");
}

INSTANTIATE_TEST_SUITE_P(Stores, PlacedChunks, testing::Values(Format::netcdf4, Format::nczarr));

}  // namespace
}  // namespace ncf::store
