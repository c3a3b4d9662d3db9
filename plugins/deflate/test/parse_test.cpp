// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests of all parsers: their matches are correct for any data, and they find those that they
// should.
#include "deflate/parse.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "deflate/cost.hpp"
#include "deflate/greedy_parser.hpp"
#include "deflate/history.hpp"
#include "deflate/lazy_parser.hpp"
#include "deflate/quick_parser.hpp"
#include "deflate/test/planes.hpp"
#include "support/guarded_memory.hpp"

namespace ncf::plugins::deflate {
namespace {

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
// ---- what is kept of a parse ----

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
