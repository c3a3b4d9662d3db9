// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "base/process/libraries.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace ncf::base {
namespace {

TEST(OwnLibrary, IsTheProgramItIsLinkedInto) {
  EXPECT_EQ(own_library_path(), std::filesystem::canonical("/proc/self/exe").string());
}

}  // namespace
}  // namespace ncf::base
