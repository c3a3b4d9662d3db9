// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The largest error that rounding may cause in any value, and the bits that are needed to keep it.
// Any thread.
#pragma once

#include <cmath>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"

namespace ncf::transcode {

/// The largest error that rounding may cause in any value.
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

/// A value and its position in the variable.
struct PlacedValue {
  std::string value;  ///< the shortest text that reads back to it
  std::vector<std::size_t> place;
};

/// The smallest number of bits of the significand to which a variable's values can be rounded so
/// that each stays within an error bound. More bits are not better for every value: values that
/// fewer bits would make infinite, or turn into a marker of missing data, stay as they are.
/// Therefore every number of bits that some value rules out is recorded, with that value.
class NeededBits {
 public:
  /// Records that `bits` are not enough for a value. If there are several values, the first is
  /// kept.
  void rule_out(int bits, PlacedValue value);
  [[nodiscard]] bool is_ruled_out(int bits) const { return too_few_.contains(bits); }

  /// Adds the needs of later values.
  void merge(NeededBits later);

  /// Returns the fewest bits that no value rules out, at least 1.
  [[nodiscard]] int fewest() const;

  /// Returns a value for which one bit less is not enough; null if there is none.
  [[nodiscard]] const PlacedValue* decisive() const;

 private:
  std::map<int, PlacedValue> too_few_;
};

/// Finds that number. Immutable.
class BitSearch {
 public:
  /// type: float or double. missing: values that mark missing data and stay as they are.
  BitSearch(const ErrorBound& bound, const model::Type& type, std::vector<double> missing);

  /// values: of `box`, as in memory.
  [[nodiscard]] NeededBits find(const model::Box& box, std::span<const std::byte> values) const;

 private:
  ErrorBound bound_;
  bool is_double_;
  std::vector<double> missing_;
};

}  // namespace ncf::transcode
