// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/output/begun_chunks.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "support/errors.hpp"
#include "support/files.hpp"

namespace ncf::ops {
namespace {

using model::Box;

TEST(WrittenElements, CountsEachElementOnce) {
  WrittenElements written(200);
  EXPECT_EQ(written.insert(0, 1), 1U);
  EXPECT_EQ(written.insert(0, 64), 63U);
  EXPECT_EQ(written.insert(60, 140), 136U);
  EXPECT_EQ(written.insert(0, 200), 0U);
  EXPECT_EQ(written.size_bytes(), 32U);
}

/// Chunks of 2 by 10 bytes of a variable 19 bytes wide, which names what was taken.
class BegunChunksTest : public testing::Test {
 protected:
  /// Writes a row of a chunk. row, column: in the variable.
  void add(BegunChunks& begun, std::size_t row, std::size_t column, const std::string& text) {
    const Box chunk{{row / 2 * 2, column / 10 * 10}, {2, 10}};
    const Box needed{chunk.start, {2, chunk.start[1] == 0 ? 10U : 9U}};
    const std::byte fill{'.'};
    const Box part{{row, column}, {1, text.size()}};
    begun.add(0, {chunk, needed, {&fill, 1}}, part, part, std::as_bytes(std::span(text)));
  }

  BegunChunks make(std::uint64_t max_bytes) {
    return {max_bytes, folder_.path(),
            [this](model::VariableId /*id*/, const Box& chunk, const std::vector<std::size_t>& end,
                   std::span<const std::byte> elements) {
              taken_ += std::to_string(chunk.start[0]) + "," + std::to_string(chunk.start[1]) +
                        " to " + std::to_string(end[0]) + "," + std::to_string(end[1]) + ": ";
              for (const std::byte element : elements) taken_ += static_cast<char>(element);
              taken_ += '\n';
            }};
  }

  test::TemporaryFolder folder_;
  std::string taken_;
};

TEST_F(BegunChunksTest, AChunkIsTakenWhenItIsWhole) {
  for (const std::uint64_t bytes : {std::uint64_t{1} << 20U, std::uint64_t{1}}) {
    taken_.clear();
    BegunChunks begun = make(bytes);
    add(begun, 1, 0, "0123456789");
    add(begun, 0, 3, "xyz");
    add(begun, 0, 4, "YZ");
    EXPECT_TRUE(begun.contains(0, {0, 0}));
    add(begun, 0, 0, "abc");
    EXPECT_EQ(taken_, "");
    add(begun, 0, 6, "6789");
    EXPECT_EQ(taken_, "0,0 to 2,10: abcxYZ67890123456789\n");
    EXPECT_FALSE(begun.contains(0, {0, 0}));
  }
}

TEST_F(BegunChunksTest, WhatIsBeyondTheVariableIsNotNeeded) {
  BegunChunks begun = make(1U << 20U);
  add(begun, 0, 10, "abcdefghi");
  add(begun, 1, 10, "abcdefghi");
  EXPECT_EQ(taken_, "0,10 to 2,19: abcdefghi.abcdefghi.\n");
}

TEST_F(BegunChunksTest, TheRestIsTakenInTheEndInOrder) {
  BegunChunks begun = make(1U << 20U);
  add(begun, 2, 0, "c");
  add(begun, 0, 12, "b");
  add(begun, 0, 1, "a");
  EXPECT_EQ(taken_, "");
  begun.finish();
  EXPECT_EQ(taken_,
            "0,0 to 1,2: .a..................\n"
            "0,10 to 1,13: ..b.................\n"
            "2,0 to 3,1: c...................\n");
  EXPECT_FALSE(begun.contains(0, {0, 0}));
}

// The records of three chunks fit, but not their elements as well.
TEST_F(BegunChunksTest, WhatMemoryCannotHoldIsInAFile) {
  BegunChunks begun = make(3 * 520 + 25);
  for (const std::size_t row : {0U, 2U, 4U}) add(begun, row, 0, "0123456789");
  EXPECT_EQ(taken_, "");
  for (const std::size_t row : {1U, 3U, 5U}) {
    add(begun, row, 5, "fghij");
    add(begun, row, 0, "abcde");
  }
  EXPECT_EQ(taken_,
            "0,0 to 2,10: 0123456789abcdefghij\n"
            "2,0 to 4,10: 0123456789abcdefghij\n"
            "4,0 to 6,10: 0123456789abcdefghij\n");
}

TEST_F(BegunChunksTest, WithoutMemoryForRecordsTheFirstIsTakenIncomplete) {
  BegunChunks begun = make(2 * 520 + 25);
  for (const std::size_t row : {0U, 2U, 4U}) add(begun, row, 0, "a");
  EXPECT_EQ(taken_, "0,0 to 1,1: a...................\n");
}

TEST_F(BegunChunksTest, AFolderThatIsNotThereIsNamed) {
  BegunChunks begun(1, folder_ / "nothing", {});
  add(begun, 0, 0, "a");
  EXPECT_EQ(test::reason_of([&] { add(begun, 2, 0, "a"); }),
            "temporary file in " + (folder_ / "nothing").string() + ": No such file or directory");
}

}  // namespace
}  // namespace ncf::ops
