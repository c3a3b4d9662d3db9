// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Compares the bits of neighbouring values along each dimension of a variable.
// source: Klöwer and others 2021, Methods
#pragma once

#include <cstddef>
#include <cstdint>
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

}  // namespace ncf::transcode
