// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/ranks/rank_messages.hpp"

#include <gtest/gtest.h>

namespace ncf::transcode {
namespace {

using model::StoredPlace;

bool are_equal(const StoredPlace& a, const StoredPlace& b) {
  return a.begin == b.begin && a.bytes == b.bytes && a.filter_mask == b.filter_mask;
}

bool are_equal(const std::vector<std::optional<StoredPlace>>& a,
               const std::vector<std::optional<StoredPlace>>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].has_value() != b[i].has_value()) return false;
    if (a[i] && !are_equal(*a[i], *b[i])) return false;
  }
  return true;
}

/// Packs `value` after a record of another kind, and unpacks it.
template <class Value>
Value pack_and_unpack(const Value& value) {
  std::string bytes;
  base::pack(bytes, RankRecord::flush, value);
  base::Unpacker packed(bytes);
  EXPECT_EQ(base::unpack<RankRecord>(packed), RankRecord::flush);
  auto unpacked = base::unpack<Value>(packed);
  EXPECT_TRUE(packed.is_at_end());
  return unpacked;
}

TEST(RankMessages, KeepTiles) {
  const TileJob job{7,
                    3,
                    {{0, 20, 40}, {5, 20, 20}},
                    true,
                    {StoredPlace{1ULL << 40, 4096, 2}, std::nullopt, StoredPlace{}},
                    {std::nullopt, StoredPlace{8, 9, 0}}};
  const TileJob unpacked = pack_and_unpack(job);
  EXPECT_EQ(unpacked.number, job.number);
  EXPECT_EQ(unpacked.variable, job.variable);
  EXPECT_EQ(unpacked.box.start, job.box.start);
  EXPECT_EQ(unpacked.box.count, job.box.count);
  EXPECT_TRUE(unpacked.chooses);
  EXPECT_TRUE(are_equal(unpacked.sources, job.sources));
  EXPECT_TRUE(are_equal(unpacked.read_back, job.read_back));
}

TEST(RankMessages, KeepFinishedParts) {
  const FinishedPart part{{4, 2}, {{1000, 0}, {0, 3}}, true, -0.1};
  const FinishedPart unpacked = pack_and_unpack(part);
  EXPECT_EQ(unpacked.part.tile, 4);
  EXPECT_EQ(unpacked.part.part, 2);
  ASSERT_EQ(unpacked.sizes.size(), 2);
  EXPECT_EQ(unpacked.sizes[0].bytes, 1000);
  EXPECT_EQ(unpacked.sizes[1].filter_mask, 3);
  EXPECT_TRUE(unpacked.is_in_doubt);
  EXPECT_EQ(unpacked.excess, part.excess);
  EXPECT_EQ(pack_and_unpack(FinishedPart{}).excess, std::nullopt);
}

TEST(RankMessages, KeepPlaces) {
  const PartPlaces places{{1, 0}, {{"t/c/0/1", 0}, {"", 512}}};
  const PartPlaces unpacked = pack_and_unpack(places);
  ASSERT_EQ(unpacked.places.size(), 2);
  EXPECT_EQ(unpacked.places[0].file, "t/c/0/1");
  EXPECT_EQ(unpacked.places[1].begin, 512);
}

TEST(RankMessages, KeepStrategies) {
  const ChosenStrategies chosen{5, {{0, ""}, {1ULL << 63, "planes 2"}}};
  const ChosenStrategies unpacked = pack_and_unpack(chosen);
  EXPECT_EQ(unpacked.variable, 5);
  ASSERT_EQ(unpacked.strategies.size(), 2);
  EXPECT_EQ(unpacked.strategies[1].number, 1ULL << 63);
  EXPECT_STREQ(unpacked.strategies[1].text, "planes 2");
}

TEST(RankMessages, KeepMoves) {
  const MoveJob job{9, 1, {{0, 0}, {0, 40}}, {{48, 10, 0}, {58, 20, 1}}, {{"", 100}, {"", 110}}};
  const MoveJob unpacked = pack_and_unpack(job);
  EXPECT_EQ(unpacked.number, 9);
  EXPECT_EQ(unpacked.offsets, job.offsets);
  ASSERT_EQ(unpacked.from.size(), 2);
  EXPECT_TRUE(are_equal(unpacked.from[1], job.from[1]));
  EXPECT_EQ(unpacked.to[1].begin, 110);
}

TEST(RankMessages, KeepErrorsWithTheirContext) {
  Error error(ErrorCode::corrupt, "a chunk of 9 bytes");
  error.add_context("variable /t").add_context("in.nc");
  std::string bytes;
  pack_error(bytes, error);
  base::Unpacker packed(bytes);
  const Error unpacked = unpack_error(packed);
  EXPECT_EQ(unpacked.code(), ErrorCode::corrupt);
  EXPECT_STREQ(unpacked.what(), error.what());
  EXPECT_EQ(unpacked.context(), error.context());
}

/// A message about a tile of one chunk with 8 dimensions takes a few bytes for each number.
TEST(RankMessages, AreSmall) {
  const std::vector<std::size_t> lengths(8, 100'000);
  TileJob job{1'000'000, 20, {lengths, lengths}, false, {StoredPlace{1ULL << 40, 1 << 20, 0}}, {}};
  job.read_back.resize(1);
  std::string bytes;
  base::pack(bytes, job);
  EXPECT_LT(bytes.size(), 80);
}

}  // namespace
}  // namespace ncf::transcode
