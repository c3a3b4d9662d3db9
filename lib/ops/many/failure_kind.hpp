// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The kinds of failure that a run over many files counts.
#pragma once

#include <cstddef>

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
  constexpr const char* kinds[] = {"usage",   "usage",       "not found",     "unsupported",
                                   "corrupt", "no space",    "no permission", "memory",
                                   "io",      "interrupted", "internal"};
  return kinds[static_cast<std::size_t>(code)];
}

}  // namespace ncf::ops
