// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The bits of neighbouring values along each dimension of a variable, and the real information in
// each bit: its mutual information in neighbouring values. Any thread.
//
// source: Klöwer and others 2021, Compressing atmospheric data into its real information content,
// Nature Computational Science 1, 713-724
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/grid/box.hpp"
#include "model/schema/schema.hpp"

namespace ncf::transcode {

/// Counts of bits in pairs of values, for each bit from the sign to the lowest.
struct BitPairCounts {
  std::uint64_t pairs = 0;
  std::vector<std::uint64_t> in_first;   ///< pairs in which the bit is 1 in the first value
  std::vector<std::uint64_t> in_second;  ///< the same for the second value
  std::vector<std::uint64_t> in_both;

  void merge(const BitPairCounts& other);
};

/// Counts in boxes. Any thread.
class BitPairCounter {
 public:
  /// type: float or double. missing: values that mark missing data.
  BitPairCounter(const model::Type& type, const std::vector<double>& missing);

  /// Returns the counts along each dimension of `box`; no pairs along dimensions of one value.
  /// values: of `box`, as in memory.
  [[nodiscard]] std::vector<BitPairCounts> count(const model::Box& box,
                                                 std::span<const std::byte> values) const;

 private:
  bool is_double_;
  std::vector<float> missing_floats_;
  std::vector<double> missing_doubles_;
};

/// Returns the information of each bit from the sign to the lowest, from 0 to 1. Information that
/// any of `tested_bits` random bits would reach in one of a hundred cases counts as 0. All are 0 if
/// the values of no pair differ.
/// tested_bits: the bits of a value, once for each dimension along which values are compared.
[[nodiscard]] std::vector<double> information_of(const BitPairCounts& counts,
                                                 std::size_t tested_bits);

/// The fewest bits of the significand with which the kept bits have more than `share` of the
/// information, or all of it for a share of 1; empty if no bit carries any. As in xbitinfo,
/// information no larger than 1.5 times that of any of the four lowest bits does not count: it
/// comes from how numbers were written, not from what they are about. type: float or double.
[[nodiscard]] std::optional<int> bits_for_share(const std::vector<double>& information,
                                                double share, const model::Type& type);

}  // namespace ncf::transcode
