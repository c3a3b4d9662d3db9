// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Decides the digits of each variable to be rounded. Where the precision asked for depends on the
// values, all of them are read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/source.hpp"
#include "ops/copy/quantize_request.hpp"
#include "ops/copy/rounding.hpp"
#include "ops/copy/subset.hpp"
#include "transcode/resources.hpp"

namespace ncf::ops {

struct MeasuredRoundings {
  Roundings roundings;
  std::vector<std::string> unrounded = {};  ///< paths of variables whose values stay
  std::uint64_t peak_bytes = 0;             ///< memory that it took
};

/// What is copied.
struct CopiedValues {
  model::Source& input;
  const Subset& source;
  const model::Schema& output;  ///< variables as in `source`
};

/// Variables that vary nowhere stay as they are, because no bit of them carries information.
/// Variables of which no values are copied are rounded only if that needs no values.
/// throws: Error naming a variable that cannot be read, or whose filters would break its bound.
[[nodiscard]] MeasuredRoundings measure_roundings(const AskedPrecisions& asked,
                                                  const CopiedValues& copied,
                                                  const transcode::Resources& resources);

}  // namespace ncf::ops
