// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Chunks that are given their room in one order and written in another, on several threads.
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "store/open.hpp"
#include "support/files.hpp"

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

INSTANTIATE_TEST_SUITE_P(Stores, PlacedChunks, testing::Values(Format::netcdf4, Format::nczarr));

}  // namespace
}  // namespace ncf::store
