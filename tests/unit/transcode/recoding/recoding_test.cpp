// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "transcode/recoding/recoding.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/errors.hpp"
#include "unit/transcode/pipeline_fixture.hpp"

namespace ncf::transcode {
namespace {

TEST(WhyNotRecode, EveryDifferenceThatStandsInTheWayIsNamed) {
  const StoredForm form = form_in_chunks({8}, {2}, {});
  const auto why_not = [&](auto change) {
    StoredForm to = form;
    change(to);
    return why_not_recode(form, to).value_or("");
  };
  EXPECT_EQ(why_not([](StoredForm&) {}), "");
  EXPECT_EQ(why_not([](StoredForm& to) { to.chunk_shape = {3}; }), "");
  EXPECT_EQ(why_not([](StoredForm& to) { to.layout = Layout::other; }),
            "its storage is of a special kind");
  EXPECT_EQ(why_not([](StoredForm& to) { to.element = ""; }), "its values are of variable length");
  EXPECT_EQ(why_not([](StoredForm& to) { to.element = "text"; }),
            "the stored types differ: number and text");
  EXPECT_EQ(why_not([](StoredForm& to) { to.extent = {8, 1}; }), "the shapes differ");
  EXPECT_EQ(why_not([](StoredForm& to) { to.extent = to.max_extent = {7}; }),
            "its dimensions are longer than what is stored");
}

TEST(PlanRecodings, NothingNeedsNothing) { EXPECT_EQ(plan_recodings({}, {4, 100}).peak_bytes, 0U); }

TEST(PlanRecodings, ChunksThatDoNotFitAreToldBeforehand) {
  const StoredForm form = form_in_chunks({1000000}, {1000000}, {{1, {1}}});
  std::vector<Recoding> recodings{{"/x", side(form), side(form)}};
  const std::string reason = test::reason_of(
      [&] {
        (void)plan_recodings(recodings, {4, 10 << 20U});
      },
      ErrorCode::usage);
  EXPECT_TRUE(reason.starts_with("copying it needs ")) << reason;
  EXPECT_NE(reason.find(" for the chunks of variable /x; "), std::string::npos) << reason;
  const RecodingPlan plan = plan_recodings(recodings, {4, 64 << 20U});
  EXPECT_LE(plan.peak_bytes, 64U << 20U);
  EXPECT_GE(plan.threads, 1U);
}

TEST(PlanRecodings, OfManyThatDoNotFitTheLargestIsNamed) {
  const auto one = [](const std::string& name, std::size_t values) {
    const StoredForm form = form_in_chunks({values}, {values}, {{1, {1}}});
    return Recoding(name, side(form), side(form));
  };
  const std::vector<Recoding> recodings{one("/small", 2'000'000), one("/large", 9'000'000),
                                        one("/middle", 5'000'000)};
  const std::string reason = test::reason_of([&] {
    (void)plan_recodings(recodings, {4, 10 << 20U});
  });
  EXPECT_NE(reason.find(" for the chunks of variable /large; "), std::string::npos) << reason;
}

TEST(PlanRecodings, ALimitThatNobodyAskedForGivesWay) {
  const StoredForm form = form_in_chunks({1000000}, {1000000}, {{1, {1}}});
  const std::vector<Recoding> recodings{{"/x", side(form), side(form)}};
  const RecodingPlan plan = plan_recodings(recodings, {4, 10 << 20U, false});
  EXPECT_EQ(plan.threads, 1U);
  EXPECT_GT(plan.peak_bytes, 10U << 20U);
}

// What is known of a chunk is more than one value.
TEST(PlanRecodings, ManySmallChunksCount) {
  const StoredForm form = form_in_chunks({1000000}, {1}, {{1, {1}}});
  const std::vector<Recoding> recodings{{"/x", side(form), side(form)}};
  const RecodingPlan plan = plan_recodings(recodings, {1, 1U << 20U});
  EXPECT_LE(plan.tiles.front().tile_bytes / 4 * 500, 1U << 20U);
}

// The order of chunks in the file follows from the tiles.
TEST(PlanRecodings, TilesDoNotDependOnThreads) {
  const std::vector<Recoding> recodings{{"/x",
                                         side(form_in_chunks({4000, 500}, {1, 500}, {{1, {1}}})),
                                         side(form_in_chunks({4000, 500}, {4000, 1}, {{1, {1}}}))}};
  for (std::size_t max_bytes = 1U << 20U; max_bytes < 1U << 26U; max_bytes += max_bytes / 3) {
    const RecodingPlan plan = plan_recodings(recodings, {1, max_bytes});
    EXPECT_LE(plan.peak_bytes, max_bytes);
    for (const std::size_t threads : {2U, 8U, 100U}) {
      const RecodingPlan other = plan_recodings(recodings, {threads, max_bytes});
      EXPECT_EQ(other.tiles.front().shape, plan.tiles.front().shape)
          << max_bytes << ", " << threads;
      EXPECT_LE(other.peak_bytes, max_bytes);
    }
  }
}

}  // namespace
}  // namespace ncf::transcode
