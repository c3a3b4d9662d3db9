// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the values of a tile, of any type, and adds up the results of tiles. Tiles are compared
// on any thread and added on one, in order.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "model/values/values.hpp"
#include "ncf/compare.hpp"
#include "ops/compare/error_map.hpp"
#include "ops/compare/number_totals.hpp"
#include "ops/definitions/unpacking.hpp"
#include "ops/rounding/bounds.hpp"

namespace ncf::ops {

/// Compares numbers in memory: `count` values each of `first` and `second`, of their types. mapper:
/// gets all pairs of finite numbers; may be null. Any thread.
using NumberComparison = std::function<NumberTally(const std::byte* first, const std::byte* second,
                                                   std::size_t count, ErrorMapper* mapper)>;

/// Makes a comparison of stored numbers. missing_first, missing_second: the markers of either
/// variable, in its type, which must be numeric. Missing values correspond if both are NaN or have
/// the same position among the markers of their variables: a `_FillValue` corresponds to a
/// `_FillValue`, whatever number each is. Numbers of different types are compared as long doubles,
/// which hold them all exactly.
[[nodiscard]] NumberComparison make_number_comparison(const model::Values& missing_first,
                                                      const model::Values& missing_second,
                                                      const ErrorLimit& limit);

/// Returns why values of these types cannot be compared; empty if they can. Numbers are compared
/// with numbers, other values with those of the same structure, whatever the names of types are.
[[nodiscard]] std::optional<std::string> why_not_comparable(const model::Type& first,
                                                            const model::Type& second);

/// The result of tiles, with the values at the recorded places.
struct TileResult {
  NumberTotals totals;  ///< for values that are not numbers: only how many differ
  std::optional<ValuePlace> largest_error;
  std::optional<ValuePlace> largest_relative_error;
  std::optional<ValuePlace> first_difference;
  std::optional<ValuePlace> first_missing_change;
  std::optional<ErrorTotals> errors;  ///< if requested, of numbers

  /// Merges findings. Of equal errors, the place that comes first in C order is kept.
  void merge(TileResult&& other);
};

/// Compares tiles. Immutable; any thread.
class TileComparison {
 public:
  /// The types must be comparable. The variables must outlive this object. axes: of the map of
  /// errors, if it is requested.
  TileComparison(const model::Variable& first, const model::Variable& second,
                 const ErrorLimit& limit, std::optional<ErrorMapAxes> axes);

  [[nodiscard]] bool is_of_numbers() const noexcept { return numbers_ != nullptr; }

  /// Compares the values of a box. first, second: the values of `box` in C order.
  [[nodiscard]] TileResult compare(const model::Box& box, const std::byte* first,
                                   const std::byte* second) const;

 private:
  /// Returns a pair of values and its position.
  [[nodiscard]] ValuePlace place(const model::Box& box, std::size_t at, const std::byte* first,
                                 const std::byte* second, double error) const;
  [[nodiscard]] NumberTally tally_others(const std::byte* first, const std::byte* second,
                                         std::size_t count) const;

  const model::Type& first_;
  const model::Type& second_;
  std::optional<Unpackers> unpackers_;  ///< if the variables are packed differently
  NumberComparison numbers_;            ///< null if they are not numbers
  std::optional<ErrorMapAxes> axes_;
};

}  // namespace ncf::ops
