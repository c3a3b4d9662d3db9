// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/threads/in_order.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "ncf/error.hpp"
#include "support/errors.hpp"

namespace ncf::base {
namespace {

TEST(InOrder, EndsTheOldestFirst) {
  for (const std::size_t threads : {1U, 4U}) {
    WorkerPool pool(threads);
    InOrder<int> squares;
    for (int i = 0; i < 100; ++i) {
      squares.start(pool, i, 3, [](int& work, std::size_t) { work *= work; });
    }
    EXPECT_EQ(squares.size(), 100U);
    EXPECT_EQ(squares.bytes(), 300U);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(squares.end_oldest(), i * i);
    EXPECT_TRUE(squares.is_empty());
    EXPECT_EQ(squares.bytes(), 0U);
  }
}

TEST(InOrder, AFailureComesInItsTurn) {
  WorkerPool pool(3);
  InOrder<int> works;
  for (int i = 0; i < 5; ++i) {
    works.start(pool, i, 1, [](int& work, std::size_t) {
      if (work == 2) throw std::runtime_error("the third");
    });
  }
  EXPECT_EQ(works.end_oldest(), 0);
  EXPECT_EQ(works.end_oldest(), 1);
  EXPECT_THROW((void)works.end_oldest(), std::runtime_error);
  EXPECT_EQ(works.bytes(), 2U);
}

TEST(InOrder, WhatComesAfterAFailureIsLeftOut) {
  WorkerPool pool(1);
  InOrder<int> works;
  int runs = 0;
  for (int i = 0; i < 10; ++i) {
    works.start(pool, i, 1, [&runs](int& work, std::size_t) {
      ++runs;
      if (work == 2) throw std::runtime_error("the third");
    });
  }
  EXPECT_EQ(runs, 3);
}

TEST(InOrder, NoticesAStop) {
  StopSource stop;
  const StopScope scope(&stop);
  WorkerPool pool(1);
  InOrder<int> works;
  works.start(pool, 1, 0, [](int&, std::size_t) {});
  stop.request_stop();
  (void)test::reason_of([&] { (void)works.end_oldest(); }, ErrorCode::interrupted);
  (void)test::reason_of([&] { works.start(pool, 1, 0, [](int&, std::size_t) {}); },
                        ErrorCode::interrupted);
}

}  // namespace
}  // namespace ncf::base
