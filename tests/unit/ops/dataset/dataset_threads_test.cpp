// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Boxes that all threads encode and decode, and those that only the store can write: in any order,
// into any format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <random>

#include "ncf/copy.hpp"
#include "ncf/dataset.hpp"
#include "ncf/plugins.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::dataset_threads_test {
namespace {

using test::reason_of;

class DatasetThreads : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

  test::TemporaryFolder folder_;
};

/// A variable w(t, y, x) of 16-bit integers in chunks of 3 by 4 by 5, as large as `shape`; t is
/// unlimited, and its length unknown.
constexpr std::array<std::size_t, 3> shape{17, 9, 11};
Definition integers(std::string_view filters) {
  Definition definition;
  definition.add_dimension("/t", 0, true);
  definition.add_dimension("/y", shape[1]);
  definition.add_dimension("/x", shape[2]);
  for (const std::string name : {"/w", "/z"}) {
    definition.add_variable(name, ElementType::int16, {"/t", "/y", "/x"});
    definition.set_chunks(name, {3, 4, 5});
    definition.set_filters(name, filters.empty() ? Chain{} : resolve(parse_filter_spec(filters)));
  }
  return definition;
}

using Integers = std::vector<std::int16_t>;
const ncf::Box all_integers{{0, 0, 0}, {shape[0], shape[1], shape[2]}};

/// A box of random place and size, which often consists of whole chunks.
ncf::Box random_box(std::mt19937& random) {
  const std::array<std::size_t, 3> chunk{3, 4, 5};
  ncf::Box box{{0, 0, 0}, {0, 0, 0}};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t step = random() % 3 == 0 ? 1 : chunk[i];
    box.start[i] = random() % shape[i] / step * step;
    const std::size_t end = box.start[i] + (1 + random() % 3) * step;
    box.count[i] = std::min(end, shape[i]) - box.start[i];
  }
  return box;
}

/// Writes random boxes, which overlap and come in any order, and keeps in `written` what should be
/// read. Every choice depends on `seed` alone.
void write_randomly(Target& target, const std::string& name, unsigned seed, Integers& written) {
  std::mt19937 random(seed);
  for (int boxes = 0; boxes < 40; ++boxes) {
    const ncf::Box box = random_box(random);
    Integers elements;
    for (std::size_t t = box.start[0]; t < box.start[0] + box.count[0]; ++t) {
      for (std::size_t y = box.start[1]; y < box.start[1] + box.count[1]; ++y) {
        for (std::size_t x = box.start[2]; x < box.start[2] + box.count[2]; ++x) {
          elements.push_back(static_cast<std::int16_t>(random() % 1000));
          written[(t * shape[1] + y) * shape[2] + x] = elements.back();
        }
      }
    }
    target.write(name, box, std::as_bytes(std::span(elements)));
    std::ranges::fill(elements, -1);  // the target has copied them
  }
  const Integers last(shape[1] * shape[2], 7);  // so that t is as long as `shape` says
  target.write(name, {{shape[0] - 1, 0, 0}, {1, shape[1], shape[2]}},
               std::as_bytes(std::span(last)));
  std::ranges::copy(last, written.end() - static_cast<std::ptrdiff_t>(last.size()));
}

Integers read_integers(Source& source, const std::string& name) {
  Integers values(shape[0] * shape[1] * shape[2]);
  source.read(name, all_integers, std::as_writable_bytes(std::span(values)));
  return values;
}

TEST_F(DatasetThreads, BoxesInAnyOrderAreWrittenRightInEveryFormat) {
  const std::vector<std::pair<std::string, Format>> outputs{
      {"a.nc", Format::netcdf4}, {"b.nc", Format::cdf5},    {"c.zarr", Format::nczarr},
      {"d.zarr", Format::zarr2}, {"e.zarr", Format::zarr3}, {"f.zip", Format::zarr2}};
  for (const auto& [name, format] : outputs) {
    for (unsigned seed = 0; seed < 6; ++seed) {
      SCOPED_TRACE(name + ", seed " + std::to_string(seed));
      const std::string file = std::to_string(seed) + name;
      Integers w(shape[0] * shape[1] * shape[2], -32767);
      Integers z = w;
      const bool has_filters = format != Format::cdf5 && seed % 3 != 0;
      Target target =
          Target::create(path(file), integers(has_filters ? "shuffle|deflate,1" : ""),
                         {.format = format, .threads = 3, .max_memory_bytes = 1U << (seed * 3)});
      write_randomly(target, "/w", seed, w);
      write_randomly(target, "/z", seed + 100, z);
      target.commit();
      Source source = Source::open(path(file), {.threads = 1 + seed % 3});
      EXPECT_EQ(read_integers(source, "/w"), w);
      EXPECT_EQ(read_integers(source, "/z"), z);
    }
  }
}

TEST_F(DatasetThreads, AnyNumberOfThreadsAndAnyMemoryMakeTheSameFile) {
  const auto make = [](std::size_t threads, std::uint64_t max_memory_bytes) {
    Integers written(shape[0] * shape[1] * shape[2], -32767);
    Target target = Target::create_in_memory(
        integers("shuffle|deflate,1"), {.threads = threads, .max_memory_bytes = max_memory_bytes});
    for (unsigned seed = 0; seed < 3; ++seed) {
      write_randomly(target, seed % 2 == 0 ? "/w" : "/z", seed, written);
    }
    const Integers whole(18 * shape[1] * shape[2], 3);
    target.write("/w", {{18, 0, 0}, {18, shape[1], shape[2]}}, std::as_bytes(std::span(whole)));
    return target.commit_to_memory();
  };
  const std::vector<std::byte> one = make(1, 1U << 20U);
  const std::vector<std::byte> without_memory = make(1, 1);
  for (const std::size_t threads : {1U, 2U, 5U}) {
    for (const std::uint64_t bytes : {std::uint64_t{200'000}, UINT64_MAX}) {
      EXPECT_TRUE(make(threads, bytes) == one) << threads << " threads, " << bytes << " bytes";
    }
    EXPECT_TRUE(make(threads, 1) == without_memory) << threads << " threads";
  }
  std::ofstream(path("made.nc"), std::ios::binary)
      .write(reinterpret_cast<const char*>(one.data()), static_cast<std::streamsize>(one.size()));
  const auto dump = test::run("env -u LD_PRELOAD h5dump -d /w " + test::quoted(path("made.nc")));
  EXPECT_EQ(dump.status, 0) << dump.output;
}

// What the calling thread learns later than it happens: the first failure in the order of the
// chunks, whatever thread fails first.
TEST_F(DatasetThreads, AChunkThatCannotBeEncodedIsNamedAtTheLatestByCommit) {
  const PluginPathScope plugin_path({NCF_TEST_PLUGINS "/failing"});
  for (const std::size_t threads : {1U, 4U}) {
    Target target = Target::create(path("failed.nc"), integers("406"), {.threads = threads});
    Integers values(shape[0] * shape[1] * shape[2], 1);
    for (const std::size_t at : {400U, 3U * 99U + 10U}) values[at] = 255;
    const std::string reason = reason_of([&] {
      target.write("/w", all_integers, std::as_bytes(std::span(values)));
      target.commit();
    });
    EXPECT_EQ(reason, path("failed.nc") +
                          ": variable /w: chunk at (3,0,10): filter 406 (zeros): "
                          "begins with 255");
    EXPECT_EQ(reason_of([&] { target.commit(); }, ErrorCode::usage),
              path("failed.nc") + ": a write failed before, or the output is committed");
  }
  EXPECT_FALSE(std::filesystem::exists(path("failed.nc")));
}

/// Writes all of w, which has 18 records, in boxes of this shape.
void write_in_boxes(Target& target, const std::array<std::size_t, 3>& step) {
  for (std::size_t t = 0; t < 18; t += step[0]) {
    for (std::size_t y = 0; y < shape[1]; y += step[1]) {
      for (std::size_t x = 0; x < shape[2]; x += step[2]) {
        const std::size_t rows = std::min(step[1], shape[1] - y);
        const std::size_t columns = std::min(step[2], shape[2] - x);
        Integers elements;
        for (std::size_t i = 0; i < step[0] * rows * columns; ++i) {
          const std::size_t row =
              t * shape[1] + i / columns / rows * shape[1] + y + i / columns % rows;
          elements.push_back(static_cast<std::int16_t>(row * shape[2] + x + i % columns));
        }
        target.write("/w", {{t, y, x}, {step[0], rows, columns}},
                     std::as_bytes(std::span(elements)));
      }
    }
  }
}

constexpr std::array<std::array<std::size_t, 3>, 4> small_boxes{
    {{1, 9, 11}, {1, 1, 11}, {18, 1, 1}, {1, 1, 1}}};

// Chunks are 120 bytes, of which 60,000 bytes for both halves hold a few and the records of all.
TEST_F(DatasetThreads, ChunksAreEncodedOnceHoweverSmallTheBoxes) {
  const auto make = [](const std::array<std::size_t, 3>& step, std::uint64_t max_memory_bytes) {
    Target target = Target::create_in_memory(integers("shuffle|deflate,1"),
                                             {.threads = 3, .max_memory_bytes = max_memory_bytes});
    write_in_boxes(target, step);
    return target.commit_to_memory();
  };
  const std::vector<std::byte> whole = make({18, 9, 11}, UINT64_MAX);
  for (const auto& step : small_boxes) {
    for (const std::uint64_t bytes : {std::uint64_t{60'000}, UINT64_MAX}) {
      std::vector<std::byte> made = make(step, bytes);
      EXPECT_EQ(made.size(), whole.size()) << "a chunk was encoded twice";
      Source expected = Source::open(whole, "whole");
      Source source = Source::open(std::move(made), "made", {.threads = 2});
      EXPECT_EQ(read_integers(source, "/w"), read_integers(expected, "/w"));
    }
  }
}

TEST_F(DatasetThreads, SmallBoxesReadTheSame) {
  Target target = Target::create_in_memory(integers("shuffle|deflate,1"));
  write_in_boxes(target, {18, 9, 11});
  const std::vector<std::byte> bytes = target.commit_to_memory();
  for (const std::uint64_t max_memory_bytes : {0U, 300U, 1U << 20U}) {
    Source source =
        Source::open(bytes, "made", {.threads = 2, .max_memory_bytes = max_memory_bytes});
    for (std::size_t y = 0; y < shape[1]; ++y) {
      for (std::size_t x = 0; x < shape[2]; ++x) {
        Integers through_time(18);
        source.read("/w", {{0, y, x}, {18, 1, 1}}, std::as_writable_bytes(std::span(through_time)));
        for (std::size_t t = 0; t < 18; ++t) {
          ASSERT_EQ(through_time[t], static_cast<std::int16_t>((t * shape[1] + y) * shape[2] + x));
        }
      }
    }
  }
}

// A copy completes its shards chunk by chunk in C order.
TEST_F(DatasetThreads, ShardsAreThoseOfACopyInAnyOrderOfBoxes) {
  Target made = Target::create(path("made.nc"), integers("shuffle|deflate,1"));
  write_in_boxes(made, {18, 9, 11});
  made.commit();
  CopyOptions options;
  options.input = path("made.nc");
  options.output = path("copy.zarr");
  options.format = Format::zarr3;
  options.shards = {"w:6,8,10"};
  (void)copy(options);
  Definition definition = integers("shuffle|deflate,1");
  definition.set_shards("/w", {6, 8, 10});
  for (std::size_t i = 0; i < 2 * small_boxes.size(); ++i) {
    const std::string name = std::to_string(i) + ".zarr";
    Target target = Target::create(path(name), definition,
                                   {.format = Format::zarr3,
                                    .threads = 1 + i,
                                    .max_memory_bytes = i % 2 == 0 ? 60'000U : 1U << 20U});
    EXPECT_EQ(target.definition().variable("/w").shard_shape, (std::vector<std::size_t>{6, 8, 10}));
    if (i >= small_boxes.size()) write_in_boxes(target, {18, 9, 11});  // and again
    write_in_boxes(target, small_boxes[i % small_boxes.size()]);
    target.commit();
    const auto compared = test::run("diff -r " + test::quoted(path("copy.zarr") + "/w/c") + ' ' +
                                    test::quoted(path(name) + "/w/c"));
    EXPECT_EQ(compared.status, 0) << compared.output;
  }
}

TEST_F(DatasetThreads, AShardNeedsChunks) {
  Definition definition;
  definition.add_dimension("/x", 8);
  definition.add_variable("/v", ElementType::int8, {"/x"});
  EXPECT_EQ(reason_of([&] { definition.set_shards("/v", {4}); }, ErrorCode::usage),
            "variable /v: shards contain chunks; set their shape first");
  definition.set_chunks("/v", {2});
  EXPECT_EQ(reason_of(
                [&] {
                  definition.set_shards("/v", {4, 4});
                },
                ErrorCode::usage),
            "variable /v: has 1 dimensions, but the shard has 2");
  EXPECT_EQ(reason_of([&] { definition.set_shards("/v", {0}); }, ErrorCode::usage),
            "variable /v: a length of the shard is 0");
}

// zfp encodes neighbours together, so padding of fill values would cost the last values their bits.
TEST_F(DatasetThreads, LastChunksOfLossyFiltersAreAsExactAsOthers) {
  constexpr std::size_t records = 7;
  constexpr std::size_t columns = 10;
  constexpr std::size_t defined = 3;  // records; the others are appended
  for (const Format format : {Format::netcdf4, Format::nczarr, Format::zarr3}) {
    const bool may_grow = format != Format::zarr3;
    Definition definition;
    definition.add_dimension("/t", may_grow ? defined : records, may_grow);
    definition.add_dimension("/x", columns);
    definition.add_variable("/v", ElementType::float32, {"/t", "/x"});
    definition.set_chunks("/v", {12, 7});
    definition.set_filters("/v", resolve(parse_filter_spec("zfp,precision=24")));
    const std::string output = path(std::string(format_name(format)));
    Target target = Target::create(output, definition, {.format = format});
    std::vector<float> written(records * columns);
    std::iota(written.begin(), written.end(), 280.5F);
    for (std::size_t t = 0; t < records; ++t) {
      target.write("/v", {{t, 0}, {1, columns}},
                   std::as_bytes(std::span(written).subspan(t * columns, columns)));
    }
    target.commit();
    std::vector<float> read(written.size());
    Source::open(output).read("/v", {{0, 0}, {records, columns}},
                              std::as_writable_bytes(std::span(read)));
    for (std::size_t i = 0; i < read.size(); ++i) {
      EXPECT_NEAR(read[i], written[i], 0.01) << output << " " << i;
    }
  }
}

TEST_F(DatasetThreads, NotesWhatLossyFiltersDidNotKeep) {
  constexpr std::size_t rows = 4;
  constexpr std::size_t columns = 4;
  Definition definition;
  definition.add_dimension("/t", rows);
  definition.add_dimension("/x", columns);
  definition.add_variable("/v", ElementType::float32, {"/t", "/x"});
  definition.set_chunks("/v", {rows, columns});
  definition.set_filters("/v", resolve(parse_filter_spec("zfp,accuracy=0.01")));
  std::vector<float> written(rows * columns);
  std::iota(written.begin(), written.end(), 1.0F);
  const auto notes_of = [&](const std::vector<std::size_t>& row_counts) {
    std::vector<std::string> notes;
    Target target = Target::create(path("out.nc"), definition, {},
                                   [&](const std::string& note) { notes.push_back(note); });
    for (const std::size_t count : row_counts) {
      target.write("/v", {{0, 0}, {count, columns}},
                   std::as_bytes(std::span(written).first(count * columns)));
    }
    target.commit();
    return notes;
  };
  EXPECT_THAT(notes_of({rows}), testing::ElementsAre());
  EXPECT_THAT(notes_of({rows - 1}),
              testing::ElementsAre(testing::HasSubstr("changes of at most 0.01")));
  EXPECT_THAT(notes_of({rows, 1}),
              testing::ElementsAre(testing::HasSubstr("encoded chunks again")));
}

TEST_F(DatasetThreads, ChunksInShardsMayBeWrittenAgain) {
  Target made = Target::create(path("made.nc"), integers("deflate,1"));
  Integers w(shape[0] * shape[1] * shape[2], -32767);
  write_randomly(made, "/w", 1, w);
  made.commit();
  CopyOptions options;
  options.input = path("made.nc");
  options.output = path("sharded.zarr");
  options.format = Format::zarr3;
  options.shards = {"w:6,8,10"};
  (void)copy(options);
  Source sharded = Source::open(path("sharded.zarr"));
  Target target = Target::create(path("again.zarr"), sharded.definition(), {.threads = 2});
  target.write_all(sharded, "/w");
  write_randomly(target, "/w", 2, w);
  target.commit();
  EXPECT_TRUE(std::filesystem::exists(path("again.zarr") + "/w/c/0/0/0"));
  EXPECT_FALSE(std::filesystem::exists(path("again.zarr") + "/w/c/3/0/0"));
  Source source = Source::open(path("again.zarr"));
  EXPECT_EQ(read_integers(source, "/w"), w);
}

}  // namespace
}  // namespace ncf::dataset_threads_test
