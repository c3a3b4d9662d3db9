// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Decides the number of digits for each variable to be rounded. If the requested precision depends
// on the values, all of them are read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/dataset/source.hpp"
#include "ops/rounding/quantize_request.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/select/subset.hpp"
#include "transcode/recoding/resources.hpp"

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

}  // namespace ncf::ops
