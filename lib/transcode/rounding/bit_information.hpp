// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The real information in each bit of a variable's values: the mutual information of the bit in
// neighbouring values. Pure functions; any thread.
// source: Klöwer and others 2021, Compressing atmospheric data into its real information content,
// Nature Computational Science 1, 713-724
#pragma once

#include <optional>
#include <vector>

#include "model/schema/schema.hpp"
#include "transcode/rounding/bit_pairs.hpp"

namespace ncf::transcode {

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
