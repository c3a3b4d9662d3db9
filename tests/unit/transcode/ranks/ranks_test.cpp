// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests OtherRanks and RankWorker, together, with the scheduler between them, and each alone
// against messages that the test writes.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>

#include "ncf/error.hpp"
#include "support/builtin_chain.hpp"
#include "support/fake_ranks.hpp"
#include "support/little_endian.hpp"
#include "support/memory_dataset.hpp"
#include "transcode/pipeline/pipeline.hpp"
#include "transcode/ranks/other_ranks.hpp"
#include "transcode/ranks/rank_messages.hpp"
#include "transcode/ranks/rank_worker.hpp"
#include "unit/transcode/ranks/records.hpp"

namespace ncf::transcode {
namespace {

using test::FakeRanks;
using test::first_records;
using test::MemoryDataset;
using test::text_of;
using Elements = std::vector<std::byte>;

constexpr std::size_t chunk_values = 1000;
constexpr std::size_t chunk_count = 60;

model::StoredForm form_of(std::size_t values, const StoredChain& filters) {
  model::StoredForm form;
  form.layout = model::Layout::chunked;
  form.extent = form.max_extent = {chunk_count * chunk_values};
  form.chunk_shape = {values};
  form.element = "float";
  form.element_bytes = 4;
  form.filters = filters;
  form.fill = Elements(4);
  return form;
}

const model::StoredForm& plain() {
  static const model::StoredForm form = form_of(chunk_values, {});
  return form;
}

/// Returns a form with a choice of encoders.
const model::StoredForm& deflated() {
  static const model::StoredForm form = form_of(chunk_values, {{2, {4}}, {1, {4}}});
  return form;
}

Recoding recoding_to(const model::StoredForm& form) {
  return {
      "/x", {0, plain(), test::builtin_chain({})}, {0, form, test::builtin_chain(form.filters)}};
}

/// Stores every chunk except for a few.
void store_chunks(MemoryDataset& input) {
  for (std::size_t i = 0; i < chunk_count; ++i) {
    if (i % 7 == 3) continue;
    Elements elements;
    for (std::size_t value = 0; value < chunk_values; ++value) {
      const double height = std::sin(0.01 * static_cast<double>(value));
      const auto bytes =
          test::little_endian(static_cast<float>(height) * static_cast<float>(i + 1));
      elements.insert(elements.end(), bytes.begin(), bytes.end());
    }
    input.chunks[{i * chunk_values}] = {std::move(elements), 0};
  }
}

class OutputInMemory final : public SharedOutput {
 public:
  explicit OutputInMemory(MemoryDataset& output) : output_(output) {}

  [[nodiscard]] const std::string& name() const override { return name_; }
  void write(const model::FilePlace& place,
             std::span<const std::span<const std::byte>> pieces) override {
    output_.write(place, pieces);
  }
  void flush() override {}
  const ReopenedOutput& read_back() override { return read_back_; }

 private:
  MemoryDataset& output_;
  std::string name_ = "out.nc";
  ReopenedOutput read_back_{output_.written(), {0, 1}};
};

PlannedRecodings nothing() {
  static const std::vector<Recoding> recodings;
  static const RecodingPlan plan;
  return {recodings, plan};
}

/// The other ranks of a run, each a thread with its own input.
class Helpers {
 public:
  Helpers(int count, const std::vector<Recoding>& recodings, const RecodingPlan& plan,
          MemoryDataset& output) {
    for (int rank = 1; rank <= count; ++rank) {
      threads_.emplace_back([rank, &recodings, &plan, &output] {
        mpi::Communicator ranks = FakeRanks::communicator_of(rank);
        MemoryDataset input(plain());
        store_chunks(input);
        OutputInMemory shared(output);
        if (!await_begin(ranks)) return;
        RankWorker(ranks, {recodings, plan}, nothing(), 1U << 20U, input.source(), shared).run();
      });
    }
  }
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;
  ~Helpers() {
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  std::vector<std::thread> threads_;
};

using Chunks = decltype(MemoryDataset::chunks);

bool are_equal(const Chunks& a, const Chunks& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& one, const auto& other) {
    return one.first == other.first && one.second.bytes == other.second.bytes;
  });
}

TEST(Ranks, MakeTheOutputOfOneProcess) {
  MemoryDataset input(plain());
  store_chunks(input);
  for (const model::StoredForm& form : {deflated(), form_of(chunk_values * 3 / 2, {{1, {1}}})}) {
    const std::vector<Recoding> recodings{recoding_to(form)};
    const RecodingPlan plan = plan_recodings(recodings, {2, 3U << 20U});
    MemoryDataset alone(form);
    const auto recoded = recode(recodings, plan, input.source(), alone.target());
    for (const int count : {1, 3}) {
      FakeRanks ranks(static_cast<std::size_t>(count) + 1);
      MemoryDataset output(form);
      const Helpers helpers(count, recodings, plan, output);
      mpi::Communicator own = FakeRanks::communicator_of(0);
      OtherRanks others(own);
      others.begin("text");
      EXPECT_EQ(recode(recodings, plan, input.source(), output.target(), {}, crews_of(&others)),
                recoded);
      EXPECT_TRUE(are_equal(output.chunks, alone.chunks)) << count << " other ranks";
      others.begin_verifying();
      const auto all = [](const Recoding& /*recoding*/) { return true; };
      (void)verify_recoded(recodings, plan, input.source(), {output.written(), {0, 1}}, all, {},
                           crews_of(&others));
      EXPECT_TRUE(others.leave());
    }
  }
}

TEST(Ranks, EndWithTheErrorOfAChunk) {
  MemoryDataset input(plain());
  store_chunks(input);
  const std::vector<Recoding> recodings{recoding_to(deflated())};
  const RecodingPlan plan = plan_recodings(recodings, {1, 3U << 20U});
  FakeRanks ranks(3);
  MemoryDataset output(deflated());
  const Helpers helpers(2, recodings, plan, output);
  mpi::Communicator own = FakeRanks::communicator_of(0);
  OtherRanks others(own);
  others.begin("text");
  recode(recodings, plan, input.source(), output.target(), {}, crews_of(&others));
  output.chunks.begin()->second.bytes.back() ^= std::byte{1};
  others.begin_verifying();
  const auto all = [](const Recoding& /*recoding*/) { return true; };
  EXPECT_THROW((void)verify_recoded(recodings, plan, input.source(), {output.written(), {0, 1}},
                                    all, {}, crews_of(&others)),
               Error);
  EXPECT_TRUE(others.leave());
}

/// Even when its own threads have the maximum number of jobs, rank 0 answers the others.
TEST(Ranks, RankZeroTakesMessagesWhileItAssemblesATile) {
  MemoryDataset input(plain());
  store_chunks(input);
  const model::StoredForm large = form_of(chunk_values * 20, {});
  const std::vector<Recoding> recodings{recoding_to(large)};
  RecodingPlan plan = plan_recodings(recodings, {1, 64U << 20U});
  plan.jobs_ahead = 2;
  plan.job_bytes = 1;
  plan.window_bytes = 1;
  plan.tiles[0].shape = {chunk_values * 20};
  FakeRanks ranks(2);
  std::size_t deaf = 0;
  std::size_t reads = 0;
  input.before_reading = [&] {
    using namespace std::chrono_literals;
    if (++reads > 5) return;
    const std::size_t looks = ranks.looks_of(0);
    const auto end = std::chrono::steady_clock::now() + 1s;
    while (ranks.looks_of(0) < looks + 2 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(1ms);
    }
    if (ranks.looks_of(0) < looks + 2) ++deaf;
  };
  MemoryDataset output(large);
  const Helpers helpers(1, recodings, plan, output);
  mpi::Communicator own = FakeRanks::communicator_of(0);
  OtherRanks others(own);
  others.begin("text");
  recode(recodings, plan, input.source(), output.target(), {}, crews_of(&others));
  EXPECT_GT(reads, 5U);
  EXPECT_EQ(deaf, 0U);
  EXPECT_EQ(output.chunks.size(), 3U);
}

// ---- One side alone -----------------------------------------------------------------------------

/// Rank 0 with one variable, and tiles of one chunk; the test acts as the other ranks.
class OtherRanksAlone : public testing::Test {
 protected:
  void hand_out(int rank, bool chooses) {
    const model::Box box{{chunk_values * given_++}, {chunk_values}};
    const auto work = std::make_shared<TileInWork>(variable_, box, memory_);
    work->rank = rank;
    work->chooses = chooses;
    work->set_parts(recoding_.target_bytes());
    others_.hand_out(rank, work, {{box, model::StoredPlace{0, 4 * chunk_values, 0}, {}}});
  }

  void leave() {
    for (const int rank : {1, 2}) ranks_.send(rank, 0, text_of(RankRecord::left));
    EXPECT_TRUE(others_.leave());
  }

  FakeRanks ranks_{3};
  Recoding recoding_ = recoding_to(deflated());
  base::SpareBuffers memory_;
  VariableInWork variable_{recoding_, true};
  std::size_t given_ = 0;
  mpi::Communicator own_ = FakeRanks::communicator_of(0);
  OtherRanks others_{own_};
};

TEST_F(OtherRanksAlone, SendStrategiesToAllButTheRankThatChoseThem) {
  others_.set_choice_handler([](VariableInWork& variable, filter::EncoderStrategies chosen) {
    EXPECT_TRUE(variable.choose(std::move(chosen)).empty());
  });
  hand_out(1, true);
  hand_out(1, false);
  hand_out(2, false);
  EXPECT_FALSE(others_.take_messages());
  EXPECT_EQ(first_records(ranks_, 1), std::vector{RankRecord::tile});
  EXPECT_EQ(first_records(ranks_, 2), std::vector{RankRecord::tile});
  std::string chosen = text_of(RankRecord::chosen);
  base::pack(chosen, ChosenStrategies{0, {{0, ""}, {7, "planes"}}});
  ranks_.send(1, 0, chosen);
  EXPECT_TRUE(others_.take_messages());
  EXPECT_FALSE(others_.take_messages());
  EXPECT_EQ(first_records(ranks_, 1), std::vector<RankRecord>{});
  EXPECT_EQ(first_records(ranks_, 2), std::vector{RankRecord::strategies});
  ASSERT_EQ(variable_.strategies.size(), 2U);
  EXPECT_STREQ(variable_.strategies[1].text, "planes");
  leave();
}

TEST_F(OtherRanksAlone, LeaveWithoutWhatWasNotSent) {
  hand_out(1, true);
  hand_out(2, false);
  leave();
  for (const int rank : {1, 2}) {
    const auto message = ranks_.take(rank);
    ASSERT_TRUE(message);
    EXPECT_EQ(message->text, text_of(RankRecord::leave));
    EXPECT_FALSE(ranks_.take(rank));
  }
}

TEST(VariableInWork, IsEncodedAsWasChosenFirst) {
  const Recoding recoding = recoding_to(deflated());
  VariableInWork variable(recoding, true);
  (void)variable.choose({{1, "first"}});
  (void)variable.choose({{2, "second"}});
  ASSERT_EQ(variable.strategies.size(), 1U);
  EXPECT_STREQ(variable.strategies[0].text, "first");
}

RankRecord await(FakeRanks& ranks, int rank) {
  for (;;) {
    if (const auto message = ranks.take(rank)) {
      base::Unpacker packed(message->text);
      return base::unpack<RankRecord>(packed);
    }
    std::this_thread::yield();
  }
}

/// After an error a worker does nothing more and reports no other error, but it leaves.
TEST(RankWorker, LeavesAfterAnError) {
  FakeRanks ranks(2);
  const std::vector<Recoding> recodings{recoding_to(deflated())};
  const RecodingPlan plan = plan_recodings(recodings, {1, 3U << 20U});
  MemoryDataset input(plain());
  MemoryDataset output(deflated());
  OutputInMemory shared(output);
  std::thread rank([&] {
    mpi::Communicator own = FakeRanks::communicator_of(1);
    RankWorker(own, {recodings, plan}, nothing(), 1U << 20U, input.source(), shared).run();
  });
  std::string unknown_tile = text_of(RankRecord::write);
  base::pack(unknown_tile, PartPlaces{{9, 0}, {}});
  EXPECT_EQ(await(ranks, 0), RankRecord::ready);
  ranks.send(0, 1, unknown_tile + unknown_tile);
  EXPECT_EQ(await(ranks, 0), RankRecord::broken);
  ranks.send(0, 1, unknown_tile);
  const std::size_t looks = ranks.looks_of(1);
  while (ranks.looks_of(1) < looks + 3) std::this_thread::yield();
  ranks.send(0, 1, text_of(RankRecord::leave));
  rank.join();
  EXPECT_EQ(first_records(ranks, 0), std::vector{RankRecord::left});
}

}  // namespace
}  // namespace ncf::transcode
