// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "network/transport.hpp"

#include <gtest/gtest.h>

#include "support/errors.hpp"

namespace ncf::network {
namespace {

TEST(Transport, HasAtLeastOneConnection) {
  const auto reason = [](std::size_t connections) {
    return test::reason_of([&] { (void)make_transport(connections, {}); }, ErrorCode::usage);
  };
  EXPECT_EQ(reason(0), "connections must be from 1 to 256, not 0");
  EXPECT_EQ(reason(257), "connections must be from 1 to 256, not 257");
}

}  // namespace
}  // namespace ncf::network
