// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// netCDF's lossy rounding of floating-point values, bit for bit as libnetcdf does it when it is
// handed a whole variable, but where libnetcdf destroys values: digits that need more bits than
// there are leave values as they are, infinities too, and the largest values do not become
// infinite. Fill values, zeros of either sign and NaN are never touched (libnetcdf 4.9.0 touches
// -0 and NaN, later ones do not).
//
// A Quantizer never changes; any number of threads use it.
// source: Zender 2016 (bit grooming), Delaunay et al. 2019 (granular), Kouznetsov 2021 (bit round)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/box.hpp"
#include "model/schema.hpp"

namespace ncf::transcode {

class Quantizer {
 public:
  /// type: float or double. missing: values, as that type has them, that mark missing ones and are
  /// left as they are.
  Quantizer(const model::Quantization& quantization, const model::Type& type,
            std::vector<double> missing);

  /// Rounds values in the byte order of this machine.
  /// box: which values of the variable, of `shape`, these are: bit grooming rounds down and up by
  /// turns.
  void apply(std::span<std::byte> values, const model::Box& box,
             std::span<const std::size_t> shape) const;

 private:
  template <class Float>
  void apply_as(std::byte* values, const model::Box& box, std::span<const std::size_t> shape) const;
  template <class Float, class IsMissing>
  void apply_to(std::byte* values, const model::Box& box, std::span<const std::size_t> shape,
                const IsMissing& is_missing) const;
  template <class Float, class IsMissing>
  void groom(std::byte* row, std::size_t count, bool starts_odd, const IsMissing& is_missing) const;
  template <class Float, class IsMissing>
  void round(std::byte* row, std::size_t count, const IsMissing& is_missing) const;
  template <class Float, class IsMissing>
  void round_granular(std::byte* row, std::size_t count, const IsMissing& is_missing) const;
  template <class Float>
  void make_steps();

  /// From this significand on, values of an exponent lose so many bits.
  struct Step {
    std::uint64_t significand;
    int bits;
  };

  model::Quantization quantization_;
  bool is_double_;
  std::vector<double> missing_;
  int bits_ = 0;  ///< of the significand, to clear; not for granular
  /// Of the granular mode, for each exponent where its steps begin in `steps_`.
  std::vector<std::uint32_t> first_steps_;
  std::vector<Step> steps_;
};

}  // namespace ncf::transcode
