// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares numbers in memory, pair by pair. Immutable; any thread.
//
// Missing values correspond if both are NaN or have the same position among the markers of their
// variables: a `_FillValue` corresponds to a `_FillValue`, whatever number each is.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "model/values/values.hpp"
#include "ops/compare/error_map.hpp"
#include "ops/compare/number_totals.hpp"
#include "ops/definitions/unpacking.hpp"
#include "ops/rounding/bounds.hpp"

namespace ncf::ops {

/// The result for a run of pairs, with places counted from its first pair.
struct NumberTally {
  NumberTotals totals;
  Largest largest_error;
  Largest largest_relative_error;
  std::optional<std::size_t> first_difference;
  std::optional<std::size_t> first_missing_change;
};

class NumberComparison {
 public:
  NumberComparison() = default;
  NumberComparison(const NumberComparison&) = delete;
  NumberComparison& operator=(const NumberComparison&) = delete;
  virtual ~NumberComparison() = default;

  /// Compares values. first, second: `count` values each, of their types. mapper: gets all pairs of
  /// finite numbers; may be null.
  [[nodiscard]] virtual NumberTally compare(const std::byte* first, const std::byte* second,
                                            std::size_t count, ErrorMapper* mapper) const = 0;
};

/// Makes a comparison of stored numbers. missing_first, missing_second: the markers of either
/// variable, in its type, which must be numeric. Numbers of different types are compared as long
/// doubles, which hold them all exactly.
[[nodiscard]] std::unique_ptr<NumberComparison> make_number_comparison(
    const model::Values& missing_first, const model::Values& missing_second,
    const ErrorLimit& limit);

/// Makes a comparison of unpacked values. All missing values correspond, as for readers.
[[nodiscard]] std::unique_ptr<NumberComparison> make_unpacked_comparison(Unpackers unpackers,
                                                                         const ErrorLimit& limit);

}  // namespace ncf::ops
