// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/text/messages.hpp"

#include <gtest/gtest.h>

namespace ncf::base {
namespace {

using Found = std::vector<std::size_t>;

Found similar(std::string_view name, const std::vector<std::string_view>& known,
              std::size_t most_wrong) {
  return find_similar(name, known, most_wrong);
}

TEST(SimilarNames, DifferByAFewLetters) {
  EXPECT_EQ(similar("tmep", {"temp", "salinity"}, 2), Found{0});
  EXPECT_EQ(similar("tmep", {"temp"}, 1), Found{});
  EXPECT_EQ(similar("t2", {"t2m", "t2d", "u10"}, 1), (Found{0, 1}));
}

TEST(SimilarNames, TheNearestAlone) { EXPECT_EQ(similar("T2M", {"t2d", "t2m"}, 1), Found{1}); }

TEST(SimilarNames, LetterCaseIsNotWrong) {
  EXPECT_EQ(similar("V", {"u", "v"}, 0), Found{1});
  EXPECT_EQ(similar("w", {"u", "v"}, 0), Found{});
}

TEST(SimilarNames, AreAFew) {
  EXPECT_EQ(similar("a1", {"a2", "a3", "a4", "a5", "a6"}, 1), (Found{0, 1, 2, 3}));
}

TEST(SimilarNames, AVeryLongNameIsNotMisspelt) {
  const std::string name(1000, 'x');
  EXPECT_EQ(similar(name, {name}, 9), Found{});
  EXPECT_EQ(similar("x", {name}, 9), Found{});
}

}  // namespace
}  // namespace ncf::base
