// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/zarr/chunks/shards.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/errors.hpp"

namespace ncf::store::zarr {
namespace {

/// Returns an array of four chunks of one element, in two shards.
OpenArray make_array() {
  OpenArray array;
  array.metadata.format = filter::ZarrFormat::v3;
  array.metadata.shape = {4};
  array.metadata.chunk_shape = {1};
  array.metadata.keys = {.has_prefix = true, .separator = '/'};
  array.metadata.sharding = make_sharding({2});
  return array;
}

class ShardWriterTest : public testing::Test {
 protected:
  void place_and_write(std::size_t chunk) {
    const std::vector<std::size_t> numbers{chunk};
    const auto place = writer_.place(numbers, 1, ShardWriter::MoreChunks::none);
    const std::vector<std::byte> value(1, static_cast<std::byte>(chunk));
    const std::vector<std::span<const std::byte>> pieces{value};
    writer_.write(numbers, place.begin, pieces);
  }

  std::unique_ptr<KeyStore> store_ = make_memory_store();
  OpenArray array_ = make_array();
  ShardWriter writer_{*store_, array_, filter::builtin_filters()};
};

TEST_F(ShardWriterTest, WritesTheIndexAfterTheLastChunk) {
  place_and_write(1);
  const std::uint64_t chunk_bytes = store_->size_bytes("c/0").value();
  EXPECT_EQ(chunk_bytes, 1U);
  place_and_write(0);
  EXPECT_GT(store_->size_bytes("c/0").value(), 2 * shard_entry_bytes);
  EXPECT_FALSE(writer_.find(std::vector<std::size_t>{0}));
}

TEST_F(ShardWriterTest, ARefusedChunkOfAWrittenShard) {
  place_and_write(0);
  place_and_write(1);
  EXPECT_EQ(test::reason_of([&] { place_and_write(1); }),
            "c/0: a chunk comes after its shard was written");
  place_and_write(2);
}

}  // namespace
}  // namespace ncf::store::zarr
