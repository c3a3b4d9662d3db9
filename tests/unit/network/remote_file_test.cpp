// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/remote_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <list>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "ncf/error.hpp"

namespace ncf::network {
namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20U;
constexpr std::uint64_t block = std::uint64_t{256} << 10U;

/// A server in memory, whose answers arrive on threads of their own.
class FakeServer final : public Transport {
 public:
  explicit FakeServer(std::vector<std::byte> contents) : bytes(std::move(contents)) {}
  ~FakeServer() override {
    for (std::thread& thread : threads_) thread.join();
  }

  void start(Request request, OnDone on_done) override {
    const std::lock_guard lock(mutex_);
    ranges.push_back(*request.range);
    threads_.emplace_back(
        [this, range = *request.range, done = std::move(on_done)] { done(answer(range)); });
  }

  void settle() override {}

  /// Returns the ranges requested, apart from the first.
  [[nodiscard]] std::vector<Range> later_ranges() {
    const std::lock_guard lock(mutex_);
    return {ranges.begin() + 1, ranges.end()};
  }

  std::vector<std::byte> bytes;
  std::atomic<int> version = 1;
  std::vector<Range> ranges;

 private:
  [[nodiscard]] Response answer(const Range& range) const {
    Response response;
    response.status = 206;
    response.validator = std::to_string(version);
    response.size_bytes = bytes.size();
    response.is_range = true;
    const std::uint64_t end = std::min<std::uint64_t>(bytes.size(), range.begin + range.bytes);
    response.body.assign(bytes.begin() + static_cast<std::ptrdiff_t>(range.begin),
                         bytes.begin() + static_cast<std::ptrdiff_t>(end));
    return response;
  }

  std::mutex mutex_;
  std::list<std::thread> threads_;
};

std::vector<std::byte> random_bytes(std::size_t count) {
  std::mt19937 random(1);
  std::vector<std::byte> bytes(count);
  std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<std::byte>(random()); });
  return bytes;
}

class RemoteFileTest : public testing::Test {
 protected:
  std::unique_ptr<base::ByteSource> open(std::size_t file_bytes, std::uint64_t cache_bytes) {
    server_ = std::make_shared<FakeServer>(random_bytes(file_bytes));
    Response head = request_head(*server_, "http://host/a");
    return open_remote_file(server_, "http://host/a", std::move(head), cache_bytes);
  }

  [[nodiscard]] bool is_right(const base::ByteSource& file, std::uint64_t offset,
                              std::uint64_t count) const {
    std::vector<std::byte> found(count);
    file.read(offset, found);
    return std::equal(found.begin(), found.end(),
                      server_->bytes.begin() + static_cast<std::ptrdiff_t>(offset));
  }

  std::shared_ptr<FakeServer> server_;
};

TEST_F(RemoteFileTest, ASmallFileIsOneRequest) {
  const auto file = open(1000, mebibyte);
  EXPECT_EQ(file->size_bytes(), 1000U);
  EXPECT_TRUE(is_right(*file, 0, 1000));
  EXPECT_TRUE(is_right(*file, 999, 1));
  EXPECT_TRUE(server_->later_ranges().empty());
}

TEST_F(RemoteFileTest, AnyRangeWithAnyMemory) {
  std::mt19937 random(2);
  for (const std::uint64_t cache_bytes : {std::uint64_t{1}, block, 64 * mebibyte}) {
    const auto file = open(5 * mebibyte + 17, cache_bytes);
    for (int i = 0; i < 200; ++i) {
      const std::uint64_t offset = random() % file->size_bytes();
      const std::uint64_t most = i % 10 == 0 ? file->size_bytes() : 3000;
      const std::uint64_t count = std::min(random() % most + 1, file->size_bytes() - offset);
      if (i % 3 == 0) file->will_read(offset, count);
      ASSERT_TRUE(is_right(*file, offset, count)) << offset << ' ' << count;
    }
  }
}

TEST_F(RemoteFileTest, ThreadsShareWhatArrives) {
  const auto file = open(8 * mebibyte, 4 * mebibyte);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed) {
    threads.emplace_back([&, seed] {
      std::mt19937 random(seed);
      for (int i = 0; i < 100; ++i) {
        const std::uint64_t offset = random() % (file->size_bytes() - 5000);
        file->will_read(offset, 5000);
        wrong += is_right(*file, offset, 5000) ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(RemoteFileTest, FewBytesThatWereNotAnnouncedAreReadInBlocks) {
  const auto file = open(8 * mebibyte, 4 * mebibyte);
  EXPECT_TRUE(is_right(*file, 4 * mebibyte + 5, 8));
  EXPECT_TRUE(is_right(*file, 4 * mebibyte + 5000, 100));
  const auto ranges = server_->later_ranges();
  ASSERT_EQ(ranges.size(), 1U);
  EXPECT_EQ(ranges[0].begin, 4 * mebibyte);
  EXPECT_EQ(ranges[0].bytes, block);
}

TEST_F(RemoteFileTest, WhatIsAnnouncedIsRequestedAsItIs) {
  const auto file = open(8 * mebibyte, 4 * mebibyte);
  file->will_read(4 * mebibyte + 5, 3000);
  EXPECT_TRUE(is_right(*file, 4 * mebibyte + 5, 3000));
  const auto ranges = server_->later_ranges();
  ASSERT_EQ(ranges.size(), 1U);
  EXPECT_EQ(ranges[0].begin, 4 * mebibyte + 5);
  EXPECT_EQ(ranges[0].bytes, 3000U);
}

TEST_F(RemoteFileTest, ChunksThatFollowEachOtherAreReadTogether) {
  constexpr std::uint64_t chunk = 10'000;
  const auto file = open(8 * mebibyte, 4 * mebibyte);
  for (std::uint64_t offset = 0; offset + chunk <= file->size_bytes(); offset += chunk) {
    file->will_read(offset, chunk);
    ASSERT_TRUE(is_right(*file, offset, chunk));
  }
  EXPECT_LT(server_->later_ranges().size(), 50U);
}

TEST_F(RemoteFileTest, NoMoreIsAnnouncedThanThereIsMemoryFor) {
  const auto file = open(16 * mebibyte, 2 * mebibyte);
  for (std::uint64_t i = 1; i < 8; ++i) file->will_read(2 * i * mebibyte, mebibyte);
  std::uint64_t bytes = 0;
  for (const Range& range : server_->later_ranges()) bytes += range.bytes;
  EXPECT_LE(bytes, 2 * mebibyte);
  for (std::uint64_t i = 1; i < 8; ++i) ASSERT_TRUE(is_right(*file, 2 * i * mebibyte, mebibyte));
}

TEST_F(RemoteFileTest, BeyondItsEnd) {
  const auto file = open(1000, mebibyte);
  std::vector<std::byte> bytes(10);
  EXPECT_THROW(file->read(991, bytes), Error);
  EXPECT_THROW(file->read(2000, bytes), Error);
  file->will_read(2000, 10);
  file->will_read(990, 1000);
  EXPECT_TRUE(is_right(*file, 990, 10));
}

TEST_F(RemoteFileTest, AFileThatChangesIsAnError) {
  const auto file = open(4 * mebibyte, mebibyte);
  server_->version = 2;
  try {
    (void)is_right(*file, 3 * mebibyte, 10);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the file changed on the server while it was read");
  }
}

}  // namespace
}  // namespace ncf::network
