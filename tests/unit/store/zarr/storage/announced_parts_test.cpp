// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks which ranges are requested for announced parts. Each byte of an answer is its offset.
#include "store/zarr/storage/announced_parts.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/errors.hpp"

namespace ncf::store::zarr {
namespace {

class FakeServer final : public network::Transport {
 public:
  void start(network::Request request, OnDone on_done) override {
    asked.push_back(request.url + ' ' + std::to_string(request.range->begin) + ' ' +
                    std::to_string(request.range->bytes));
    network::Response response;
    response.status = 206;
    response.validator = "v";
    response.size_bytes = 1000;
    response.is_range = true;
    for (std::uint64_t i = 0; i < request.range->bytes; ++i) {
      response.body.push_back(static_cast<std::byte>(request.range->begin + i));
    }
    if (is_short) response.body.pop_back();
    on_done(std::move(response));
  }

  void settle() override {}

  std::vector<std::string> asked;
  bool is_short = false;
};

class Announced : public ::testing::Test {
 protected:
  /// Returns the first byte of a part; -1 if it was not announced.
  int read(const std::string& key, std::uint64_t offset, std::size_t bytes) {
    std::vector<std::byte> part(bytes);
    const auto answer = parts_.read(key, offset, part);
    if (!answer) return -1;
    EXPECT_EQ(answer->size_bytes, 1000U);
    EXPECT_EQ(answer->validator, "v");
    return static_cast<int>(part.front());
  }

  std::shared_ptr<FakeServer> server_ = std::make_shared<FakeServer>();
  AnnouncedParts parts_{server_, [](const std::string& key) { return "u/" + key; }, 320};
};

using Asked = std::vector<std::string>;

TEST_F(Announced, RequestsNeighboursTogether) {
  EXPECT_TRUE(parts_.add("a", {10, 4}));
  EXPECT_TRUE(parts_.add("a", {14, 6}));
  EXPECT_EQ(server_->asked, Asked{});
  EXPECT_TRUE(parts_.add("a", {30, 5}));  // does not follow
  EXPECT_EQ(server_->asked, Asked{"u/a 10 10"});
  EXPECT_TRUE(parts_.add("b", {35, 5}));
  EXPECT_TRUE(parts_.add("b", {40, 6}));  // longer than a range is
  EXPECT_EQ(server_->asked, (Asked{"u/a 10 10", "u/a 30 5", "u/b 35 5"}));
  EXPECT_EQ(read("b", 40, 6), 40);  // requested now
  EXPECT_EQ(server_->asked.back(), "u/b 40 6");
  EXPECT_EQ(read("a", 14, 6), 14);
  EXPECT_EQ(read("a", 10, 4), 10);
  EXPECT_EQ(server_->asked.size(), 4U);
}

TEST_F(Announced, ReadsEachPartOnce) {
  EXPECT_EQ(read("a", 10, 4), -1);
  EXPECT_TRUE(parts_.add("a", {10, 4}));
  EXPECT_TRUE(parts_.add("a", {14, 4}));
  EXPECT_TRUE(parts_.add("a", {10, 4}));  // announced already
  EXPECT_EQ(read("a", 10, 9), -1);
  EXPECT_EQ(read("a", 9, 2), -1);
  EXPECT_EQ(read("a", 10, 4), 10);
  EXPECT_EQ(read("a", 14, 4), 14);
  EXPECT_EQ(read("a", 14, 4), -1);
}

TEST_F(Announced, HasALimit) {
  EXPECT_TRUE(parts_.add("a", {0, 400}));  // one part may be longer
  EXPECT_FALSE(parts_.add("a", {400, 1}));
  EXPECT_EQ(read("a", 0, 400), 0);
  EXPECT_TRUE(parts_.add("a", {0, 200}));
  EXPECT_TRUE(parts_.add("b", {0, 120}));
  EXPECT_FALSE(parts_.add("b", {120, 1}));
  EXPECT_EQ(server_->asked, (Asked{"u/a 0 400", "u/a 0 200", "u/b 0 120"}));
}

TEST_F(Announced, ForgetsWhatIsNotRead) {
  EXPECT_TRUE(parts_.add("a", {0, 200}));
  EXPECT_TRUE(parts_.add("b", {0, 4}));
  parts_.forget();
  EXPECT_EQ(read("a", 0, 200), -1);
  EXPECT_EQ(read("b", 0, 4), -1);
  EXPECT_TRUE(parts_.add("b", {4, 320}));
  EXPECT_EQ(read("b", 4, 320), 4);
  EXPECT_EQ(server_->asked, (Asked{"u/a 0 200", "u/b 4 320"}));
}

TEST_F(Announced, ForgetsABadAnswer) {
  server_->is_short = true;
  EXPECT_TRUE(parts_.add("a", {0, 6}));
  EXPECT_TRUE(parts_.add("a", {6, 4}));
  EXPECT_NE(test::reason_of([&] { (void)read("a", 0, 6); }), "");
  EXPECT_EQ(read("a", 0, 6), -1);
  EXPECT_EQ(read("a", 6, 4), -1);
  server_->is_short = false;
  EXPECT_TRUE(parts_.add("a", {0, 320}));
  EXPECT_EQ(read("a", 0, 320), 0);
}

TEST_F(Announced, NamesTheKeyOfABadAnswer) {
  server_->is_short = true;
  EXPECT_TRUE(parts_.add("a", {0, 4}));
  EXPECT_EQ(test::reason_of([&] { (void)read("a", 0, 4); }),
            "a: the server sends 3 bytes instead of the 4 that were requested");
}

}  // namespace
}  // namespace ncf::store::zarr
