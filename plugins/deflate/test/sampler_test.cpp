// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "deflate/sampler.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "deflate/cost.hpp"
#include "deflate/test/planes.hpp"

namespace ncf::plugins::deflate {
namespace {

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

}  // namespace
}  // namespace ncf::plugins::deflate
