// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The kinds of failure that a run over many files counts.
#pragma once

#include "ncf/error.hpp"

namespace ncf::ops {

constexpr const char* kind_of_crash = "crash";
constexpr const char* kind_of_lack_of_memory = "memory";
constexpr const char* kind_of_use = "in use";
constexpr const char* kind_of_timeout = "timeout";
constexpr const char* kind_of_missing_filter = "missing filter";
constexpr const char* kind_of_other_format = "not netCDF";
constexpr const char* kind_of_omission = "left out";

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
    case ErrorCode::no_space:
      return "no space";
    case ErrorCode::no_permission:
      return "no permission";
    case ErrorCode::no_memory:
      return kind_of_lack_of_memory;
    case ErrorCode::io:
      return "io";
    case ErrorCode::interrupted:
      return "interrupted";
    case ErrorCode::internal:
      return "internal";
  }
  return "";
}

}  // namespace ncf::ops
