// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The largest error that rounding may cause in any value. Immutable; any thread.
#pragma once

#include <cmath>
#include <string>

namespace ncf::transcode {

struct ErrorBound {
  enum class Kind {
    absolute,  ///< `limit` has the unit of the values
    relative,  ///< `limit` is a fraction of each value
  };
  Kind kind = Kind::absolute;
  double limit = 0;

  /// Returns whether the change is within the bound. The values are finite, and differ only in low
  /// bits of the significand, so their difference is exact.
  template <class Float>
  [[nodiscard]] bool allows(Float before, Float after) const {
    const double error = std::abs(static_cast<double>(after - before));
    if (kind == Kind::absolute || error == 0) return error <= limit;
    // Divide instead of multiplying: a product may be rounded up to the next subnormal number.
    return error / std::abs(static_cast<double>(before)) <= limit;
  }
};

/// Returns "0.01", or "0.0001 of itself".
[[nodiscard]] std::string describe(const ErrorBound& bound);

}  // namespace ncf::transcode
