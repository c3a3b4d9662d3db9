// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The kinds of failure that a run over many files counts.
#pragma once

#include <cerrno>
#include <system_error>

#include "ncf/error.hpp"

namespace ncf::ops {

constexpr const char* kind_of_crash = "crash";
constexpr const char* kind_of_lack_of_memory = "memory";
constexpr const char* kind_of_use = "in use";
constexpr const char* kind_of_timeout = "timeout";
constexpr const char* kind_of_missing_filter = "missing filter";

constexpr const char* failure_kind(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::usage:
    case ErrorCode::syntax:
      return "usage";
    case ErrorCode::not_found:
      return "not found";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::corrupt:
      return "corrupt";
    case ErrorCode::io:
      return "io";
    case ErrorCode::interrupted:
      return "interrupted";
    case ErrorCode::internal:
      return "internal";
  }
  return "";
}

/// Returns the kind of an error. Errors of the system have kinds of their own, because they need
/// different remedies. They are recognized by the system's messages, which are all that libhdf5
/// passes on.
inline const char* failure_kind(const Error& error) {
  const auto says = [&](int number) {
    return error.message().ends_with(std::generic_category().message(number));
  };
  if (error.code() != ErrorCode::io) return failure_kind(error.code());
  if (says(ENOSPC) || says(EDQUOT)) return "no space";
  if (says(EACCES) || says(EPERM) || says(EROFS)) return "no permission";
  return failure_kind(error.code());
}

}  // namespace ncf::ops
