// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/values/value_scan.hpp"

#include <gtest/gtest.h>

#include <string>

#include "ncf/dataset.hpp"
#include "plugin/plugin_filters.hpp"
#include "store/open/open.hpp"
#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::ops {
namespace {

using Lengths = std::vector<std::size_t>;

// 16 MiB are 4 Mi floats, 2^22.
TEST(ScanTile, HasNeighboursAlongEachDimension) {
  EXPECT_EQ(scan_tile({100, 721, 1440}, {1, 721, 1440}, 4), (Lengths{4, 721, 1440}));
  EXPECT_EQ(scan_tile({1000, 100, 100}, {1, 50, 50}, 4), (Lengths{419, 100, 100}));
  EXPECT_EQ(scan_tile({100, 4000, 4000}, {1, 400, 400}, 4), (Lengths{2, 400, 4000}));
  EXPECT_EQ(scan_tile({100, 4000, 4000}, {}, 4), (Lengths{2, 524, 4000}));
  EXPECT_EQ(scan_tile({1, 10, 1}, {1, 4, 1}, 8), (Lengths{1, 12, 1}));
}

TEST(ScanTile, IsAChunkWhereMoreDoNotFit) {
  EXPECT_EQ(scan_tile({10, 4096, 4096}, {1, 4096, 4096}, 4), (Lengths{1, 4096, 4096}));
  EXPECT_EQ(scan_tile({100'000'000}, {}, 8), Lengths{std::size_t{1} << 21});
}

TEST(ScanTile, IsLargerForNeighboursWithinALimit) {
  const DimensionIndices all{0, 1, 2};
  EXPECT_EQ(scan_tile({10, 4096, 4096}, {1, 4096, 4096}, 4, all), (Lengths{2, 4096, 4096}));
  EXPECT_EQ(scan_tile({10, 4096, 4097}, {1, 4096, 4097}, 4, all), (Lengths{1, 4096, 4097}));
  EXPECT_EQ(scan_tile({100, 721, 1440}, {1, 721, 1440}, 4, all), (Lengths{4, 721, 1440}));
  EXPECT_EQ(scan_tile({9, 8, 1801, 3600}, {1, 1, 1801, 3600}, 4, {0, 1, 2, 3}),
            (Lengths{2, 2, 1801, 3600}));
}

TEST(ScanTile, HasNeighboursAlongOtherDimensionsWhereNotAllFit) {
  const Lengths shape{9, 8, 4096, 4096};
  const Lengths chunk{1, 1, 4096, 4096};
  EXPECT_EQ(scan_tile(shape, chunk, 4, {0, 1, 2, 3}), (Lengths{1, 2, 4096, 4096}));
  EXPECT_EQ(scan_tile(shape, chunk, 4, {0}), (Lengths{2, 1, 4096, 4096}));
}

TEST(ScanTile, OfScalarsAndOfNoValues) {
  EXPECT_EQ(scan_tile({}, {}, 8), Lengths{});
  EXPECT_EQ(scan_tile({0, 5}, {1, 5}, 8), (Lengths{1, 5}));
  EXPECT_EQ(scan_tile({0, 0}, {}, 8), (Lengths{1, 1}));
}

class ValueScanTest : public testing::Test {
 protected:
  /// Reads the variable `v` with 3000 x 3000 floats in chunks of 100 x 3000 on `threads` threads.
  std::string boxes_looked_at(std::size_t threads, std::uint64_t max_bytes = 1U << 30U,
                              const DimensionIndices& neighbours_along = {}) {
    const std::string path = (folder_ / "in.nc").string();
    plugin::PluginFilters filters;
    const auto source = store::open_source(path, {}, filters);
    ValueScanner scanner(*source, {threads, max_bytes, true});
    std::string text;
    scanner.scan(
        0, 0,
        [&](const model::Box& box, std::span<const std::byte> values, std::size_t worker) {
          EXPECT_LT(worker, threads);
          EXPECT_EQ(values.size(), box.value_count() * sizeof(float));
          return [&text, box] { text += std::to_string(box.start[0]) + ' '; };
        },
        neighbours_along);
    EXPECT_GT(scanner.peak_bytes(), 0U);
    return text;
  }

  /// rows: the first ones of boxes of 100 rows that are written.
  void make_input(const Lengths& rows) const {
    Definition definition;
    definition.add_dimension("/y", 3000);
    definition.add_dimension("/x", 3000);
    definition.add_variable("/v", ElementType::float32, {"/y", "/x"});
    definition.set_chunks("/v", {100, 3000});
    Target target = Target::create((folder_ / "in.nc").string(), definition);
    const std::vector<float> values(100 * 3000, 1.5F);
    for (const std::size_t row : rows) {
      target.write("/v", {{row, 0}, {100, 3000}}, std::as_bytes(std::span(values)));
    }
    target.commit();
  }

  void make_whole_input() const {
    Lengths rows;
    for (std::size_t row = 0; row < 3000; row += 100) rows.push_back(row);
    make_input(rows);
  }

  test::TemporaryFolder folder_;
};

TEST_F(ValueScanTest, TakesTilesInOrderWhicheverThreadsThereAre) {
  make_whole_input();
  EXPECT_EQ(boxes_looked_at(1), "0 1300 2600 ");
  EXPECT_EQ(boxes_looked_at(3), "0 1300 2600 ");
}

TEST_F(ValueScanTest, LooksAtOneOfTheTilesThatWereNeverWritten) {
  make_input({0, 2000});
  EXPECT_EQ(boxes_looked_at(2), "0 100 2000 ");
  make_input({});
  EXPECT_EQ(boxes_looked_at(2), "0 ");
}

TEST_F(ValueScanTest, LooksAtNoneOfThemIfNeighboursCount) {
  constexpr std::uint64_t enough = std::uint64_t{1} << 30U;
  make_input({1400});
  EXPECT_EQ(boxes_looked_at(2, enough, {0, 1}), "1300 ");
}

TEST_F(ValueScanTest, TakesSmallerTilesIfMemoryIsShortAndNeighboursDoNotMatter) {
  constexpr std::uint64_t little = std::uint64_t{40} << 20U;
  make_whole_input();
  EXPECT_EQ(boxes_looked_at(1, little), "0 600 1200 1800 2400 ");
  EXPECT_EQ(test::error_of([&] { boxes_looked_at(1, little, {0}); }).code(), ErrorCode::usage);
}

}  // namespace
}  // namespace ncf::ops
