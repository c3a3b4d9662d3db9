// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Decides the number of digits for each variable to be rounded. If the requested precision depends
// on the values, all of them are read, perhaps to measure the information in their bits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/dataset/source.hpp"
#include "model/schema/schema.hpp"
#include "ncf/copy.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/select/subset.hpp"
#include "transcode/rounding/bit_information.hpp"
#include "transcode/walks/resources.hpp"

namespace ncf::ops {

struct MeasuredRoundings {
  Roundings roundings;
  std::vector<std::string> notes = {};  ///< on variables with no information, or next to none
  std::uint64_t peak_bytes = 0;         ///< memory used
};

/// The values to be copied.
struct CopiedValues {
  model::Source& input;
  const Subset& source;
  const model::Schema& output;  ///< variables as in `source`
};

/// Decides the roundings. Constant variables are not rounded by information, because no bit carries
/// any. Variables whose values are not copied are rounded only if that needs no values.
/// throws: Error naming a variable that cannot be read, or whose filters would break its bound.
[[nodiscard]] MeasuredRoundings measure_roundings(const AskedPrecisions& asked,
                                                  const CopiedValues& copied,
                                                  const transcode::Resources& resources);

/// Rounds values in memory, so that the quantizers know their largest change. Returns false without
/// doing so if more than 1 GiB of them is stored. quantizers: one for each variable of the copy.
/// throws: Error as measure_roundings.
[[nodiscard]] bool try_quantizers(const Quantizers& quantizers, const CopiedValues& copied,
                                  const transcode::Resources& resources);

// ---- Information in bits, along each dimension: pure functions; any thread ----

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
