// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear packing: real numbers as 16-bit integers, which readers multiply by scale_factor and add
// to add_offset. Each number stays within a bound, as computed in double precision and, if it was a
// float and the bound allows, in single precision, which some readers use. Numbers that mark
// missing data become the packed marks, and so does NaN.
//
// Immutable; any thread.
// source: CF conventions 1.11, section 8.1
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/grid/box.hpp"
#include "transcode/rounding/error_bound.hpp"

namespace ncf::transcode {

/// Numbers of a variable that are not missing.
struct NumberRange {
  struct End {
    double number = 0;
    PlacedValue value;
  };
  std::optional<End> lowest;
  std::optional<End> highest;
  std::optional<PlacedValue> infinite;  ///< the first one
  std::optional<PlacedValue> nan;       ///< the first one that is not a mark of missing data

  /// Adds later values.
  void merge(NumberRange later);
};

/// Returns the range of values. values: of `box`, as in memory. type: float or double. missing:
/// marks of missing data.
[[nodiscard]] NumberRange find_range(const model::Type& type, const std::vector<double>& missing,
                                     const model::Box& box, std::span<const std::byte> values);

class Packer {
 public:
  using Packed = std::int16_t;
  /// netCDF's default for the type, which readers treat as missing in any case.
  static constexpr Packed fill = -32767;
  static constexpr Packed other_missing = -32768;  ///< for a second mark of missing data
  static constexpr Packed lowest = fill + 1;
  static constexpr Packed highest = 32767;

  /// Finds the coarsest packing that keeps all numbers of `range` within `limit`, and 0 exactly.
  /// type: float or double. missing: marks of missing data, at most two: `_FillValue` first.
  /// throws: Error(unsupported) naming the values that cannot be kept, and their places.
  Packer(const NumberRange& range, double limit, const model::Type& type,
         std::vector<double> missing);

  [[nodiscard]] double scale_factor() const noexcept { return scale_factor_; }
  [[nodiscard]] double add_offset() const noexcept { return add_offset_; }

  /// Returns the packed mark, or else as `nearest`.
  [[nodiscard]] Packed pack(double number) const noexcept;
  /// Returns the packed number nearest to any number but NaN, even if it is far away.
  [[nodiscard]] Packed nearest(double number) const noexcept;

  /// Packs values and checks each. packed: of the same length.
  /// throws: Error(corrupt) with a value beyond the bound, and its place in the variable.
  void apply(const model::Box& box, std::span<const std::byte> values,
             std::span<std::byte> packed) const;

 private:
  template <class Float>
  void apply_as(const model::Box& box, std::span<const std::byte> values,
                std::span<std::byte> packed) const;
  template <class Float>
  [[nodiscard]] double unpack(Packed packed) const noexcept;
  [[nodiscard]] bool is_within(Packed packed, double number) const noexcept;

  double limit_;
  bool is_double_;
  bool is_for_single_ = false;
  std::vector<double> missing_;
  double scale_factor_;
  double add_offset_ = 0;
};

}  // namespace ncf::transcode
