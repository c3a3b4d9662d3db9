// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/select/chunk_spec.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"
#include "support/table.hpp"

namespace ncf::ops {
namespace {

using model::Layout;
using Shape = std::vector<std::size_t>;

/// t (unlimited), y = 10, x = 20 and, in group /g, x = 5; /v(t, y, x) in chunks 1 x 10 x 20,
/// /w(y, x), /s and /g/u(x).
model::Schema schema() {
  model::Schema schema;
  schema.groups.push_back({"g", 0, {}});
  schema.dimensions = {
      {"t", 3, true, 0}, {"y", 10, false, 0}, {"x", 20, false, 0}, {"x", 5, false, 1}};
  const auto add = [&](std::string name, model::GroupId group,
                       std::vector<model::DimensionId> dimensions) -> model::Variable& {
    model::Variable variable;
    variable.name = std::move(name);
    variable.group = group;
    variable.type = model::atomic_type(model::TypeClass::float_);
    variable.dimensions = std::move(dimensions);
    return schema.variables.emplace_back(std::move(variable));
  };
  add("v", 0, {0, 1, 2}).storage = {Layout::chunked, {1, 10, 20}};
  add("w", 0, {1, 2});
  add("s", 0, {});
  add("u", 1, {3});
  return schema;
}

enum : model::VariableId { v, w, s, u };

std::string message(const std::vector<std::string>& texts) {
  return test::reason_of([&] { check_chunk_spec(parse_chunk_specs(texts), schema()); });
}

model::Storage storage(const std::vector<std::string>& texts, model::VariableId variable,
                       bool filtered = false) {
  return choose_storage(parse_chunk_specs(texts), schema(), variable, filtered);
}

TEST(ChunkSpec, WithoutOptionsStorageStaysAsItIs) {
  EXPECT_EQ(storage({}, v), (model::Storage{Layout::chunked, {1, 10, 20}}));
  EXPECT_EQ(storage({}, w), model::Storage{});
  EXPECT_EQ(storage({}, s, true), model::Storage{});
}

TEST(ChunkSpec, FiltersNeedChunksWhichTheLibraryChooses) {
  const model::Storage chosen = storage({}, w, true);
  EXPECT_EQ(chosen.layout, Layout::chunked);
  EXPECT_EQ(chosen.chunk_shape, (Shape{0, 0}));
}

TEST(ChunkSpec, DimensionsApplyToEveryVariableThatHasThem) {
  EXPECT_EQ(storage({"x/4,t/2"}, v).chunk_shape, (Shape{2, 10, 4}));
  EXPECT_EQ(storage({"x/4"}, w).chunk_shape, (Shape{0, 4}));
  EXPECT_EQ(storage({"y/", "x/50"}, w).chunk_shape, (Shape{10, 20}));
  EXPECT_EQ(storage({"x/4"}, u), model::Storage{});
  EXPECT_EQ(storage({"/g/x/4"}, u).chunk_shape, Shape{4});
}

TEST(ChunkSpec, AVariablesOwnWins) {
  EXPECT_EQ(storage({"x/4", "w:5,0x10"}, w).chunk_shape, (Shape{5, 16}));
  EXPECT_EQ(storage({"x/4", "w:"}, w), model::Storage{});
  EXPECT_EQ(storage({"w:Compact"}, w).layout, Layout::compact);
  EXPECT_EQ(storage({"/g/u:04"}, u).chunk_shape, Shape{4});
}

TEST(ChunkSpec, ScalarsAreStoredAsAsked) {
  EXPECT_EQ(storage({"s:compact"}, s), (model::Storage{Layout::compact, {}}));
  EXPECT_EQ(storage({"s:contiguous"}, s), model::Storage{});
}

TEST(ChunkSpec, NoChunksMeansNoneThatAreNotNeeded) {
  EXPECT_EQ(storage({"/"}, w), model::Storage{});
  EXPECT_EQ(storage({"/"}, v).layout, Layout::chunked);
  EXPECT_EQ(storage({"/"}, w, true).layout, Layout::chunked);
}

TEST(ChunkSpec, DimensionsComeBeforeNoChunks) {
  const std::vector<std::string> texts = {"x/4", "/"};
  EXPECT_EQ(storage(texts, v).chunk_shape, (Shape{1, 10, 4}));
  EXPECT_EQ(storage(texts, w).chunk_shape, (Shape{0, 4}));
  EXPECT_EQ(storage(texts, u), model::Storage{});
}

TEST(ChunkSpec, ContradictionsAreErrors) {
  const auto refusal = [](const char* text, model::VariableId variable, bool filtered) {
    return test::refusal_of([&] { storage({text}, variable, filtered); });
  };
  EXPECT_EQ(refusal("w:contiguous", w, true),
            "-c w:contiguous: variable /w needs chunks, it has filters");
  EXPECT_EQ(refusal("v:", v, false),
            "-c v:: variable /v needs chunks, it has an unlimited dimension");
  EXPECT_EQ(refusal("w:5", w, false), "-c w:5: 1 length for variable /w, which has 2 dimensions");
  EXPECT_EQ(refusal("s:5", s, false), "-c s:5: 1 length for variable /s, which has 0 dimensions");
  EXPECT_EQ(refusal("w:5,21", w, false),
            "-c w:5,21: chunk length 21 is more than dimension x has, 20");
  EXPECT_EQ(refusal("v:100,1,1", v, false), "accepted");
}

TEST(ChunkSpec, BackslashesProtectNames) {
  const ChunkSpec spec = parse_chunk_specs({R"(a\:b\,c/7)"});
  ASSERT_EQ(spec.dimensions.size(), 1U);
  EXPECT_EQ(spec.dimensions[0].dimension, "/a:b,c");
  EXPECT_EQ(spec.dimensions[0].length, 7U);
}

TEST(ChunkSpec, SaysWhatWasExpectedAndWhere) {
  const auto message_of = [](const std::string& text) { return message({text}); };
  test::expect_table(message_of, R"(
    x
    ^ -c: expected DIM/N, the name of a dimension and its chunk length
    y/2,
        ^ -c: expected DIM/N, the name of a dimension and its chunk length
    x/5zz
      ^~~ -c: expected a chunk length, a whole number from 1
    w:5,0
        ^ -c: expected a chunk length, a whole number from 1
    :5
    ^ -c: expected the name of a variable before ':'
    x/99999999999999999999
      ^~~~~~~~~~~~~~~~~~~~ -c: expected a chunk length, a whole number from 1
  )");
  EXPECT_EQ(message({""}),
            "-c: empty chunk specification, expected DIM/N,... or VAR:N,...\n  \n  ^");
}

TEST(ChunkSpec, SaysWhatDoesNotFitTheFile) {
  EXPECT_EQ(message({"z/5"}), "-c z/5: there is no dimension /z");
  EXPECT_EQ(message({"z:5"}), "-c z:5: there is no variable /z");
  EXPECT_EQ(message({"x/5", "x/6"}), "-c x/6: dimension /x is given twice");
  EXPECT_EQ(message({"w:5,5", "/w:"}), "-c /w:: variable /w is given twice");
}

/// input: the shards of the input.
model::Storage shards(const std::vector<std::string>& texts, model::VariableId variable,
                      std::optional<std::uint64_t> bytes = {}, Shape input = {}) {
  model::Storage storage;
  model::Storage before;
  before.shard_shape = std::move(input);
  choose_shards(parse_chunk_specs(texts, "--shards"), bytes, before, schema(), variable, storage);
  return storage;
}

TEST(ShardSpec, TheMostSpecificTextCounts) {
  const std::vector<std::string> texts = {"t/4,x/", "/", "v:2,10,20"};
  EXPECT_EQ(shards(texts, v, 9).shard_shape, (Shape{2, 10, 20}));
  EXPECT_EQ(shards(texts, w, 9).shard_shape, (Shape{0, 20}));
  EXPECT_EQ(shards(texts, w, 9, {5, 10}).shard_shape, (Shape{5, 20}));
  const model::Storage none = shards(texts, u, 9, {5});
  EXPECT_TRUE(none.shard_shape.empty());
  EXPECT_FALSE(none.shard_bytes);
  EXPECT_TRUE(shards({"w:"}, w, 9, {5, 10}).shard_shape.empty());
}

TEST(ShardSpec, ASizeComesBeforeTheShardsOfTheInput) {
  EXPECT_EQ(shards({}, w, 9, {5, 10}).shard_bytes, 9U);
  EXPECT_TRUE(shards({}, w, 9, {5, 10}).shard_shape.empty());
  EXPECT_EQ(shards({}, w, {}, {5, 10}).shard_shape, (Shape{5, 10}));
  EXPECT_FALSE(shards({}, s, 9).shard_bytes);
}

TEST(ShardSpec, MessagesNameTheOption) {
  const auto message_of = [](const std::vector<std::string>& texts) {
    return test::reason_of([&] {
      check_chunk_spec(parse_chunk_specs(texts, "--shards"), schema());
      static_cast<void>(shards(texts, v));
    });
  };
  EXPECT_EQ(message_of({"z/2"}), "--shards z/2: there is no dimension /z");
  EXPECT_EQ(message_of({"t/2", "t/3"}), "--shards t/3: dimension /t is given twice");
  EXPECT_EQ(message_of({"v:2"}), "--shards v:2: 1 length for variable /v, which has 3 dimensions");
}

}  // namespace
}  // namespace ncf::ops
