// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// netCDF's lossy rounding of floating-point values, bit for bit as libnetcdf rounds a variable
// written in one call, except where libnetcdf destroys values: if the requested digits need more
// bits than the type has, values stay as they are; so do infinities, and values that rounding would
// make infinite or turn into a mark of missing data. Fill values, zeros of either sign and NaN stay
// as they are (libnetcdf 4.9.0 changes -0 and NaN, later versions do not).
//
// Immutable, except that it notes the largest change; any thread.
// source: Zender 2016 (bit grooming), Delaunay et al. 2019 (granular), Kouznetsov 2021 (bit round)
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"
#include "transcode/rounding/error_bound.hpp"

namespace ncf::transcode {

class Quantizer {
 public:
  /// type: float or double. missing: values that mark missing data and stay as they are, as stored
  /// in that type. bound: checked for every rounded value; only with bit_round.
  Quantizer(const model::Quantization& quantization, const model::Type& type,
            std::vector<double> missing, std::optional<ErrorBound> bound = {});

  /// Rounds values in native byte order, and returns the largest absolute change. box: their place
  /// in the variable of `shape`, because bit grooming alternates between rounding down and up.
  /// throws: Error with a value beyond the bound, and its position.
  double apply(std::span<std::byte> values, const model::Box& box,
               std::span<const std::size_t> shape) const;

  /// Returns the largest change by this object and its copies.
  [[nodiscard]] double largest_change() const noexcept { return *largest_change_; }

 private:
  template <class Float>
  double apply_as(std::byte* values, const model::Box& box,
                  std::span<const std::size_t> shape) const;
  template <class Float, class IsMissing>
  Float apply_to(std::byte* values, const model::Box& box, std::span<const std::size_t> shape,
                 const IsMissing& is_missing) const;
  template <class Float, class IsMissing>
  Float groom(std::byte* row, std::size_t count, bool starts_odd,
              const IsMissing& is_missing) const;
  template <class Float, class IsMissing, class Check>
  Float round(std::byte* row, std::size_t count, const IsMissing& is_missing,
              const Check& check) const;
  template <class Float, class IsMissing>
  Float round_granular(std::byte* row, std::size_t count, const IsMissing& is_missing) const;
  template <class Float>
  void require_padding(const model::Box& box, std::span<const std::size_t> shape,
                       std::size_t element, Float before, Float after) const;
  template <class Float>
  void make_steps();

  /// Values of an exponent with at least this significand lose `bits` bits.
  struct Step {
    std::uint64_t significand;
    int bits;
  };

  model::Quantization quantization_;
  std::optional<ErrorBound> bound_;
  bool is_double_;
  std::vector<double> missing_;
  int bits_ = 0;  ///< number of significand bits to clear; unused for granular rounding
  /// For granular rounding: the index in `steps_` where the steps of each exponent begin.
  std::vector<std::uint32_t> first_steps_;
  std::vector<Step> steps_;
  std::shared_ptr<std::atomic<double>> largest_change_ = std::make_shared<std::atomic<double>>(0);
};

}  // namespace ncf::transcode
