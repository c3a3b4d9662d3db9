// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What fails, as a value to compare.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "ncf/error.hpp"

namespace ncf::test {

/// What `work` throws. The test fails where it throws nothing.
inline Error error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was thrown";
  return {ErrorCode::internal, ""};
}

/// Its whole text.
inline std::string reason_of(const std::function<void()>& work) { return error_of(work).what(); }

}  // namespace ncf::test
