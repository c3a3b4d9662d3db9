// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/walks/walks.hpp"

#include <gtest/gtest.h>

#include <set>

namespace ncf::transcode {
namespace {

using Numbers = std::vector<std::size_t>;

/// A source of one variable with chunks of one value, which holds only a few announced ones.
class FarSource final : public model::Source {
 public:
  explicit FarSource(std::size_t most) : Source("far"), most_(most) {
    schema_.variables.emplace_back().name = "v";
  }

  [[nodiscard]] const model::Schema& schema() const override { return schema_; }

  bool announce(model::VariableId /*variable*/, std::span<const std::size_t> offset) override {
    if (held_.size() == most_) return false;
    held_.insert(offset[0]);
    ++requests_;
    return true;
  }

  void find(std::size_t chunk) {
    if (held_.erase(chunk) == 0) ++requests_;
  }

  [[nodiscard]] const std::set<std::size_t>& held() const { return held_; }
  [[nodiscard]] std::size_t requests() const { return requests_; }

 private:
  void do_read(model::VariableId /*variable*/, const model::Box& /*box*/,
               model::Values& /*values*/) override {}

  std::size_t most_;
  model::Schema schema_;
  std::set<std::size_t> held_;
  std::size_t requests_ = 0;
};

/// Returns groups of `size` chunks, of `count` in all.
ChunksAhead::Groups groups_of(std::size_t size, std::size_t count) {
  return [=, begin = std::size_t{0}]() mutable -> std::optional<Numbers> {
    if (begin >= count) return std::nullopt;
    Numbers group;
    for (; group.size() < size && begin < count; ++begin) group.push_back(begin);
    return group;
  };
}

ChunksAhead ahead_of(FarSource& source, std::size_t size, std::size_t count) {
  return {source, 0, model::ChunkGrid({count}, {1}), groups_of(size, count)};
}

// Also in groups that are larger than what the source holds.
TEST(ChunksAhead, EachChunkIsRequestedOnceAndBeforeItIsFound) {
  for (const std::size_t size : {1U, 3U, 7U, 50U}) {
    FarSource source(5);
    ChunksAhead ahead = ahead_of(source, size, 50);
    for (std::size_t chunk = 0; chunk < 50; ++chunk) {
      if (chunk % size == 0) ahead.begin_group();
      ahead.will_find(chunk);
      EXPECT_TRUE(source.held().contains(chunk)) << size << ": " << chunk;
      source.find(chunk);
    }
    EXPECT_EQ(source.requests(), 50U) << size;
    EXPECT_TRUE(source.held().empty()) << size;
  }
}

// A group is not announced if some of its chunks were already found without an announcement.
TEST(ChunksAhead, WhatWasFoundIsNotAnnouncedLater) {
  FarSource source(2);
  ChunksAhead ahead = ahead_of(source, 4, 12);
  for (std::size_t chunk = 0; chunk < 12; ++chunk) {
    if (chunk % 4 == 0) ahead.begin_group();
    source.find(chunk);
    for (const std::size_t held : source.held()) EXPECT_GT(held, chunk);
  }
  EXPECT_TRUE(source.held().empty());
}

}  // namespace
}  // namespace ncf::transcode
