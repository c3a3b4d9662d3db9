// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Errors with the status that libnetcdf has for them, for callers in C.
#pragma once

#include <utility>

#include "base/library/module_api.hpp"
#include "ncf/error.hpp"

namespace ncf::libnetcdf {

class NCF_MODULE_API StatusError : public Error {
 public:
  StatusError(int status, Error error) : Error(std::move(error)), status_(status) {}
  StatusError(int status, ErrorCode code, std::string message)
      : Error(code, std::move(message)), status_(status) {}

  /// source: netcdf.h, "NC_E..."; <ncf/variable_filters.h> names those that we choose ourselves
  [[nodiscard]] int status() const noexcept { return status_; }

 private:
  int status_;
};

}  // namespace ncf::libnetcdf
