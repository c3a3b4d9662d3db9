// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// OtherRanks with ranks that join a copy while it is made.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ncf/error.hpp"
#include "support/fake_ranks.hpp"
#include "transcode/ranks/other_ranks.hpp"
#include "unit/transcode/ranks/records.hpp"

namespace ncf::transcode {
namespace {

using test::FakeRanks;
using test::first_records;
using test::text_of;

/// The ranks of `FakeRanks`, which join later.
class LateRanks final : public mpi::Ranks {
 public:
  explicit LateRanks(mpi::Ranks& ranks) : ranks_(ranks) {}

  [[nodiscard]] int rank() const override { return ranks_.rank(); }
  [[nodiscard]] int size() const override { return ranks_.size(); }
  [[nodiscard]] bool is_one_machine() const override { return false; }
  [[nodiscard]] bool are_all_present() const override { return false; }
  void invite() override { has_invited = true; }
  void send(int rank, std::string text) override { ranks_.send(rank, std::move(text)); }
  [[nodiscard]] std::optional<mpi::Message> take() override { return ranks_.take(); }

  bool has_invited = false;

 private:
  mpi::Ranks& ranks_;
};

class RanksThatJoin : public testing::Test {
 protected:
  void expect_next(int rank, std::vector<RankRecord> records) {
    (void)others_.take_messages();  // what has arrived
    (void)others_.take_messages();  // and sends the answers
    EXPECT_EQ(first_records(ranks_, rank), records);
  }
  static std::string ready() {
    std::string text = text_of(RankRecord::ready);
    base::pack(text, std::uint64_t{1000}, std::uint64_t{1000});
    return text;
  }

  FakeRanks ranks_{3};
  mpi::Communicator own_ = FakeRanks::communicator_of(0);
  LateRanks late_{own_};
  OtherRanks others_{late_};
};

TEST_F(RanksThatJoin, BeginWhenTheyJoin) {
  others_.begin("text");  // does not wait
  EXPECT_TRUE(late_.has_invited);
  others_.flush();
  EXPECT_FALSE(others_.find_room(1));
  ranks_.send(1, 0, text_of(RankRecord::joined));
  expect_next(1, {RankRecord::begin});
  EXPECT_FALSE(others_.find_room(1));
  ranks_.send(1, 0, ready());
  expect_next(1, {});
  EXPECT_EQ(others_.find_room(1), 1);
  EXPECT_EQ(others_.helpers(), 1U);
  ranks_.send(1, 0, text_of(RankRecord::left));
  EXPECT_TRUE(others_.leave());
  EXPECT_EQ(first_records(ranks_, 1), std::vector{RankRecord::leave});
  EXPECT_EQ(first_records(ranks_, 2), std::vector<RankRecord>{});
}

/// `begin` is a separate message, because another reader takes the text after it.
TEST_F(RanksThatJoin, VerifyWhenTheyHaveBegun) {
  others_.begin("text");
  ranks_.send(1, 0, text_of(RankRecord::joined));
  (void)others_.take_messages();
  ranks_.send(1, 0, ready() + ready());
  others_.begin_verifying();
  ranks_.send(2, 0, text_of(RankRecord::joined));
  expect_next(1, {RankRecord::begin, RankRecord::verify});
  expect_next(2, {RankRecord::begin});
  ranks_.send(2, 0, ready());
  expect_next(2, {RankRecord::verify});
}

TEST_F(RanksThatJoin, MayRefuse) {
  others_.begin("text");
  ranks_.send(1, 0, text_of(RankRecord::joined));
  expect_next(1, {RankRecord::begin});
  std::string broken = text_of(RankRecord::broken);
  pack_error(broken, Error(ErrorCode::io, "sees another file"));
  ranks_.send(1, 0, broken);
  expect_next(1, {RankRecord::leave});
  ranks_.send(1, 0, text_of(RankRecord::left));
  EXPECT_NO_THROW((void)others_.take_messages());
  EXPECT_EQ(others_.helpers(), 0U);
  EXPECT_TRUE(others_.leave());
}

}  // namespace
}  // namespace ncf::transcode
