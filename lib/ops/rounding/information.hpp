// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The information in the bits of a variable, along each of its dimensions. Pure functions; any
// thread.
#pragma once

#include <string>
#include <vector>

#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"
#include "transcode/rounding/bit_pairs.hpp"

namespace ncf::ops {

/// Returns the information along each dimension. counts: one for each dimension of the variable, a
/// float or double. Dimensions without pairs are left out. share: of the information that the bits
/// of each must keep.
[[nodiscard]] std::vector<DimensionInformation> information_along_dimensions(
    const model::Schema& schema, const model::Variable& variable,
    const std::vector<transcode::BitPairCounts>& counts, double share);

/// Returns the names of the dimensions with more than one value along which `information` lacks
/// counts.
[[nodiscard]] std::vector<std::string> dimensions_not_counted(
    const model::Schema& schema, const model::Variable& variable,
    const std::vector<DimensionInformation>& information);

/// Returns the most bits that any dimension needs; 0 if no bit carries information.
[[nodiscard]] int bits_needed(const std::vector<DimensionInformation>& information);

/// Returns the information of all bits of a value together.
[[nodiscard]] double information_in_all(const DimensionInformation& along);

/// Returns a remark for the user if there is no information, or next to none; otherwise empty.
[[nodiscard]] std::string remark_on_information(
    const std::vector<DimensionInformation>& information);

/// Returns the information of the bits of the significand, without sign and exponent. information:
/// of all bits of a float or a double.
[[nodiscard]] std::vector<double> significand_part(const std::vector<double>& information);

}  // namespace ncf::ops
