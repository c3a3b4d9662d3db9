// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Catches errors and returns them as values to compare.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>

#include "ncf/error.hpp"

namespace ncf::test {

/// Returns the error that `work` throws, if any.
inline std::optional<Error> find_error(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error;
  }
  return std::nullopt;
}

/// Returns the error that `work` throws. The test fails if it throws nothing.
inline Error error_of(const std::function<void()>& work) {
  const std::optional<Error> error = find_error(work);
  EXPECT_TRUE(error) << "nothing was thrown";
  return error.value_or(Error(ErrorCode::internal, "nothing was thrown"));
}

/// Returns the whole text of the error. The test fails if its code is not `code`.
inline std::string reason_of(const std::function<void()>& work,
                             std::optional<ErrorCode> code = std::nullopt) {
  const Error error = error_of(work);
  EXPECT_EQ(error.code(), code.value_or(error.code())) << error.what();
  return error.what();
}

/// Returns the same, or "accepted" if nothing is thrown.
inline std::string refusal_of(const std::function<void()>& work,
                              std::optional<ErrorCode> code = std::nullopt) {
  const std::optional<Error> error = find_error(work);
  if (!error) return "accepted";
  EXPECT_EQ(error->code(), code.value_or(error->code())) << error->what();
  return error->what();
}

}  // namespace ncf::test
