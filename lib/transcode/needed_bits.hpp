// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The fewest bits of the significand to which a variable's values can be rounded so that each keeps
// within an error bound. More bits are not always better for every value: those that fewer bits
// would make infinite, or turn into a mark of missing data, stay as they are. So all numbers of
// bits that some value rules out are kept, each with a value that does.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "model/box.hpp"
#include "model/schema.hpp"
#include "transcode/error_bound.hpp"

namespace ncf::transcode {

/// A value and its place in the variable.
struct PlacedValue {
  std::string value;  ///< the shortest text that reads back to it
  std::vector<std::size_t> place;
};

class NeededBits {
 public:
  /// `bits` are not enough for a value. Of several values the first one is kept.
  void rule_out(int bits, PlacedValue value);
  [[nodiscard]] bool is_ruled_out(int bits) const { return too_few_.contains(bits); }

  /// Adds what values that come later need.
  void merge(NeededBits later);

  /// At least 1.
  [[nodiscard]] int fewest() const;

  /// A value for which one bit less than the fewest is not enough; null if there is none.
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
