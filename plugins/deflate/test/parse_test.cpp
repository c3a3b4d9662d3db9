// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/parse.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>

#include "deflate/block.hpp"
#include "deflate/cost.hpp"
#include "deflate/matching.hpp"
#include "deflate/parsers.hpp"
#include "deflate/test/planes.hpp"
#include "support/guarded_memory.hpp"

namespace ncf::plugins::deflate {
namespace {

// ---- costs ----

SymbolCounts counts_of(const test::PlaneBytes& data) {
  SymbolCounts counts;
  count_bytes(data, std::span(counts.main).first<literals>());
  return counts;
}

TEST(ByteCounts, CountsEveryByteOnce) {
  for (const std::size_t bytes : {0U, 1U, 7U, 8U, 9U, 1003U}) {
    const test::PlaneBytes data = test::noise_up_to(9, bytes);
    SymbolCounts counts = counts_of(data);
    for (const std::uint8_t byte : data) --counts.main[byte];
    EXPECT_EQ(counts.main, SymbolCounts().main) << bytes;
  }
}

TEST(Cost, KnowsLogarithms) {
  for (std::uint32_t value = 1; value < 1U << 23; value += 1 + value / 500) {
    EXPECT_NEAR(log2_of(value) / 4096.0, std::log2(value), 0.0016) << value;
  }
  EXPECT_EQ(log2_of(1), 0U);
  EXPECT_EQ(log2_of(1024), 10U * 4096);
}

TEST(Cost, OfSymbolsIsTheirEntropy) {
  for (const unsigned most : {1U, 2U, 9U, 100U, 255U}) {
    const auto data = test::noise_up_to(static_cast<std::uint8_t>(most), 20'000);
    const double bits = 20'000 * std::log2(most + 1);
    EXPECT_NEAR(static_cast<double>(symbols_cost(counts_of(data).main)) / bit, bits, bits / 50)
        << most;
  }
}

TEST(Cost, OfASymbolIsABitAtLeast) {
  SymbolCounts counts;
  EXPECT_EQ(symbols_cost(counts.main), 0U);
  counts.main[7] = 1000;
  EXPECT_EQ(symbols_cost(counts.main), 1000U * bit);
  counts.main[8] = 1;  // codes of one bit for both
  EXPECT_EQ(symbols_cost(counts.main), 1001U * bit);
  counts.main[9] = 1;  // and of two bits for both rare ones
  EXPECT_EQ(symbols_cost(counts.main), 1004U * bit);
}

TEST(Cost, CountsExtraBits) {
  SymbolCounts counts;
  counts.main[first_length + 8] = 3;  // lengths 11 and 12: one bit
  counts.distances[29] = 2;           // 13 bits
  EXPECT_EQ(counts.extra_bits(), 3U + 26U);
  counts.add(counts);
  EXPECT_EQ(counts.extra_bits(), 2 * (3U + 26U));
}

TEST(Cost, OfALiteralFollowsItsFrequency) {
  SymbolCounts counts;
  counts.main[1] = 512;
  counts.main[2] = 256;
  counts.main[3] = 256;
  const LiteralCosts costs = literal_costs(counts);
  EXPECT_EQ(costs[1], 1 * bit);
  EXPECT_EQ(costs[2], 2 * bit);
  EXPECT_GT(costs[4], 10 * bit);
}

TEST(Cost, OfAMatchFollowsItsParts) {
  SymbolCounts counts;
  counts.main[first_length + length_code_of[100]] = 1000;
  counts.distances[distance_symbol_of(5000)] = 1000;
  const MatchCosts costs = match_costs(counts);
  EXPECT_LT(costs.of(100, 5000), costs.of(10, 5000));
  EXPECT_LT(costs.of(100, 5000), costs.of(100, 50));
  EXPECT_GT(costs.of(100, 5000), 11 * static_cast<int>(bit));  // the extra bits of the distance

  const MatchCosts typical = typical_match_costs();
  EXPECT_LT(typical.of(3, 1), typical.of(3, 32768));
  EXPECT_LT(typical.of(3, 1), typical.of(200, 1));
}

// source: RFC 1951, section 3.2.5, the tables
TEST(Format, TellsLengthsAndDistancesByRanges) {
  EXPECT_EQ(length_code_of[3], 0);
  EXPECT_EQ(length_code_of[257], 27);
  EXPECT_EQ(length_code_of[258], 28);
  for (std::uint32_t length = min_match; length <= max_match; ++length) {
    const auto [base, extra_bits] = length_ranges[length_code_of[length]];
    EXPECT_GE(length, base);
    EXPECT_LT(length - base, 1U << extra_bits);
  }
  EXPECT_EQ(distance_symbol_of(1), 0U);
  EXPECT_EQ(distance_symbol_of(24577), 29U);
  for (std::uint32_t distance = 1; distance <= max_distance; ++distance) {
    const auto [base, extra_bits] = distance_ranges[distance_symbol_of(distance)];
    ASSERT_GE(distance, base);
    ASSERT_LT(distance - base, 1U << extra_bits);
  }
}

// ---- the sampler ----

using test::PlaneBytes;

// Returns the savings in the last segment of `data`.
std::uint32_t saved_permille(const PlaneBytes& data, std::uint32_t segment_bytes) {
  const auto sampler = std::make_unique<Sampler>();
  const auto size = static_cast<std::uint32_t>(data.size());
  std::uint32_t saved = 0;
  for (std::uint32_t begin = 0; begin < size; begin += segment_bytes) {
    const Segment segment{data, begin, std::min(size, begin + segment_bytes)};
    SymbolCounts counts;
    count_bytes(segment.bytes(), std::span(counts.main).first<literals>());
    saved = sampler->saved_permille(segment, literal_costs(counts));
  }
  return saved;
}

TEST(Sampler, SeesNothingInNoise) {
  EXPECT_EQ(saved_permille(test::noise(32'768), 32'768), 0U);
  EXPECT_LT(saved_permille(test::noise_up_to(100, 60'000), 30'000), 20U);
}

TEST(Sampler, SeesRunsAndRepeats) {
  EXPECT_GT(saved_permille(test::runs(32'768), 32'768), 500U);
  EXPECT_GT(saved_permille(test::ramp(32'768), 32'768), 500U);
  EXPECT_GT(saved_permille(test::repeating(1000, 32'768), 32'768), 500U);
}

TEST(Sampler, RemembersTheSegmentBefore) {
  EXPECT_GT(saved_permille(test::repeating(20'000, 40'000), 20'000), 500U);
}

TEST(Sampler, SeesRunsThatAreOnlyInPartOfASegment) {
  const PlaneBytes data = test::join({test::noise(24'000), PlaneBytes(8'000, 0)});
  EXPECT_GT(saved_permille(data, 32'000), 20U);
}

TEST(Sampler, TakesSegmentsOfAnySize) {
  for (std::uint32_t bytes = 1; bytes <= 200; ++bytes) {
    saved_permille(PlaneBytes(bytes, 1), bytes);
    saved_permille(PlaneBytes(2 * bytes + 50, 1), bytes);
  }
}

// ---- parsers ----

using test::PlaneBytes;

SymbolCounts byte_counts_of(const Segment& segment) {
  SymbolCounts counts;
  count_bytes(segment.bytes(), std::span(counts.main).first<literals>());
  return counts;
}

LiteralCosts costs_of(const Segment& segment) { return literal_costs(byte_counts_of(segment)); }

class Parser {
 public:
  virtual ~Parser() = default;
  virtual void run(const Segment& segment, Parse& parse) = 0;
};

class Greedy final : public Parser {
 public:
  void run(const Segment& segment, Parse& parse) override {
    parse_greedily(segment, costs_of(segment), *history_, parse);
  }

 private:
  std::unique_ptr<History> history_ = std::make_unique<History>();
};

class Quick final : public Parser {
 public:
  void run(const Segment& segment, Parse& parse) override {
    parser_->run(segment, costs_of(segment), parse);
  }

 private:
  std::unique_ptr<QuickParser> parser_ = std::make_unique<QuickParser>();
};

class Lazy final : public Parser {
 public:
  explicit Lazy(const SearchLimits& limits) : limits_(limits) {}
  void run(const Segment& segment, Parse& parse) override {
    parser_.run(segment, limits_, costs_of(segment), typical_match_costs(), parse);
  }

 private:
  SearchLimits limits_;
  std::unique_ptr<History> history_ = std::make_unique<History>();
  LazyParser parser_{*history_};
};

struct Tested {
  const char* name;
  std::function<std::unique_ptr<Parser>()> make;
};

void PrintTo(const Tested& tested, std::ostream* stream) { *stream << tested.name; }

const std::vector<Tested> parsers{
    {"Greedy", [] { return std::make_unique<Greedy>(); }},
    {"Quick", [] { return std::make_unique<Quick>(); }},
    {"Brief",
     [] {
       return std::make_unique<Lazy>(SearchLimits{4, 32, 0});
     }},
    {"Thorough",
     [] {
       return std::make_unique<Lazy>(SearchLimits{128, 258, 258});
     }},
};

class EveryParser : public testing::TestWithParam<Tested> {
 protected:
  // Parses a chunk in segments of a given size, and checks each.
  std::vector<Sequence> parse_all(const PlaneBytes& data, std::uint32_t segment_bytes) {
    const ncf::test::GuardedMemory memory{std::as_bytes(std::span(data))};
    const std::span<const std::uint8_t> chunk(
        reinterpret_cast<const std::uint8_t*>(memory.bytes().data()), data.size());
    const std::unique_ptr<Parser> parser = GetParam().make();
    Parse parse;
    const auto size = static_cast<std::uint32_t>(data.size());
    for (std::uint32_t begin = 0; begin < size; begin += segment_bytes) {
      const Segment segment{chunk, begin, std::min(size, begin + segment_bytes)};
      parse.begin(segment, byte_counts_of(segment));
      parser->run(segment, parse);
      parse.end();
      expect_true(segment, parse);
    }
    return {parse.sequences().begin(), parse.sequences().end()};
  }

  // Checks that the sequences reproduce the segment, within the limits of the format, and are
  // counted.
  static void expect_true(const Segment& segment, const Parse& parse) {
    SymbolCounts counts;
    std::size_t at = segment.begin;
    for (const Sequence& sequence :
         parse.sequences().subspan(parse.sequences_before_last().size())) {
      for (std::uint32_t i = 0; i < sequence.literals; ++i) ++counts.main[segment.chunk[at++]];
      if (sequence.length == 0) continue;
      ASSERT_GE(sequence.length, min_match);
      ASSERT_LE(sequence.length, max_match);
      ASSERT_GE(sequence.distance, 1U);
      ASSERT_LE(sequence.distance, std::min<std::size_t>(at, max_distance));
      ++counts.main[first_length + length_code_of[sequence.length]];
      ++counts.distances[distance_symbol_of(sequence.distance)];
      for (std::uint32_t i = 0; i < sequence.length; ++i, ++at) {
        ASSERT_EQ(segment.chunk[at], segment.chunk[at - sequence.distance]);
      }
    }
    EXPECT_EQ(at, segment.end);
    EXPECT_EQ(counts.main, parse.counts().main);
    EXPECT_EQ(counts.distances, parse.counts().distances);
  }
};

TEST_P(EveryParser, FindsOnlyWhatIsThere) {
  for (const test::Sample& sample : test::samples()) {
    SCOPED_TRACE(sample.name);
    parse_all(sample.data, 32'768);
    parse_all(sample.data, 7'001);
  }
}

TEST_P(EveryParser, StaysInSmallChunks) {
  for (std::uint32_t bytes = 1; bytes <= 300; ++bytes) {
    parse_all(PlaneBytes(bytes, 5), 300);
    parse_all(test::noise_up_to(1, bytes), 1 + bytes / 3);
  }
}

TEST_P(EveryParser, TakesARunForAFewMatches) {
  EXPECT_LE(parse_all(PlaneBytes(10'000, 1), 10'000).size(), 10'000 / max_match + 3);
}

TEST_P(EveryParser, FindsWhatIsFarBack) {
  EXPECT_LT(parse_all(test::repeating(32'768, 70'000), 32'768).size(), 200U);
  for (const Sequence& sequence : parse_all(test::repeating(32'769, 70'000), 32'768)) {
    EXPECT_LT(sequence.length, 8);  // by chance
  }
}

TEST_P(EveryParser, LeavesWhatCostsMoreThanItsLiterals) {
  // Two different bytes take one bit each, so no short match is worth its distance.
  std::size_t short_ones = 0;
  for (const Sequence& sequence : parse_all(test::noise_up_to(1, 30'000), 30'000)) {
    if (sequence.length != 0 && sequence.length < 6) ++short_ones;
  }
  EXPECT_EQ(short_ones, 0U);
}

const auto name_of = [](const auto& tested) { return std::string(tested.param.name); };
INSTANTIATE_TEST_SUITE_P(All, EveryParser, testing::ValuesIn(parsers), name_of);

// ---- what a parse keeps ----

std::vector<std::uint32_t> literal_runs(std::span<const Sequence> sequences) {
  std::vector<std::uint32_t> runs;
  for (const Sequence& sequence : sequences) runs.push_back(sequence.literals);
  return runs;
}

TEST(Parse, KeepsAndForgetsSegments) {
  using Runs = std::vector<std::uint32_t>;
  const PlaneBytes data = test::noise(300);
  Parse parse;
  const Segment first{data, 0, 100};
  parse.begin(first, byte_counts_of(first));
  parse.add(40, 3, 7);
  parse.end();
  EXPECT_EQ(literal_runs(parse.sequences()), (Runs{40, 57}));
  EXPECT_EQ(parse.counts().distances[distance_symbol_of(7)], 1U);

  const Segment second{data, 100, 200};
  parse.begin(second, byte_counts_of(second));
  parse.add(150, 50, 9);
  parse.end();
  EXPECT_EQ(literal_runs(parse.sequences()), (Runs{40, 57, 50}));
  EXPECT_EQ(literal_runs(parse.sequences_before_last()), (Runs{40, 57}));

  parse.forget_matches();
  EXPECT_EQ(literal_runs(parse.sequences()), (Runs{40, 57, 100}));
  parse.keep_last();
  EXPECT_EQ(literal_runs(parse.sequences()), (Runs{100}));
  EXPECT_TRUE(parse.sequences_before_last().empty());
  parse.clear();
  EXPECT_TRUE(parse.sequences().empty());
}

}  // namespace
}  // namespace ncf::plugins::deflate
