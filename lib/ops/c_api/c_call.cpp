// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "ops/c_api/c_call.hpp"

namespace ncf::ops {

ncf_status status_of(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::usage:
      return ncf_usage_error;
    case ErrorCode::syntax:
      return ncf_syntax_error;
    case ErrorCode::not_found:
      return ncf_not_found;
    case ErrorCode::unsupported:
      return ncf_unsupported;
    case ErrorCode::corrupt:
      return ncf_corrupt;
    case ErrorCode::no_space:
      return ncf_no_space;
    case ErrorCode::no_permission:
      return ncf_no_permission;
    case ErrorCode::no_memory:
      return ncf_no_memory;
    case ErrorCode::io:
      return ncf_io_error;
    case ErrorCode::interrupted:
      return ncf_interrupted;
    case ErrorCode::internal:
      break;
  }
  return ncf_internal_error;
}

}  // namespace ncf::ops
