// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The limits of `--error` for the difference of numbers.
#pragma once

#include <string>
#include <vector>

#include "filter/spec/selector.hpp"
#include "model/schema/schema.hpp"

namespace ncf::ops {

/// Allows differences up to `absolute`, or up to `relative` times the first value.
struct ErrorLimit {
  double absolute = 0;
  double relative = 0;
};

/// Returns "0.01", "relative,0.0001"; empty if nothing may differ.
[[nodiscard]] std::string format_limit(const ErrorLimit& limit);

/// The options, parsed and checked before any file is opened.
class ErrorLimitRequest {
 public:
  /// allow_absent: selectors may match nothing. throws: Error(usage).
  explicit ErrorLimitRequest(const std::vector<std::string>& texts, bool allow_absent = false);

  /// Returns one limit for each variable of the first dataset. Coordinates and variables that are
  /// not numbers must be equal unless a selector names them; naming the latter is an error.
  /// throws: Error(not_found) for a selector that matches nothing, unless that is allowed;
  /// Error(unsupported).
  [[nodiscard]] std::vector<ErrorLimit> choose(const model::Schema& schema) const;

 private:
  std::vector<filter::GivenOption> options_;
  std::vector<ErrorLimit> limits_;  ///< parallel to `options_`
  bool allow_absent_;
};

}  // namespace ncf::ops
