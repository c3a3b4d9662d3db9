// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the smallest number of bits of the significand to which a variable's values can be rounded
// so that each stays within an error bound. More bits are not better for every value: values that
// fewer bits would make infinite, or turn into a marker of missing data, stay as they are.
// Therefore every number of bits that some value rules out is recorded, with that value.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "transcode/rounding/error_bound.hpp"

namespace ncf::transcode {

/// A value and its position in the variable.
struct PlacedValue {
  std::string value;  ///< the shortest text that reads back to it
  std::vector<std::size_t> place;
};

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

/// Immutable; any thread.
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
