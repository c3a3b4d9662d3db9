// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Variables whose values are packed into integers: the rest of the copy sees an input that is
// packed already.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/source.hpp"
#include "ops/copy/quantize_request.hpp"
#include "ops/copy/subset.hpp"
#include "transcode/resources.hpp"

namespace ncf::ops {

/// What a plan says about a variable that is packed.
struct Packing {
  std::string how;
  std::string why;
};

/// One for each variable; empty for those that are not packed.
using Packings = std::vector<std::optional<Packing>>;

struct PackedInput {
  Packings packings;
  std::uint64_t peak_bytes = 0;     ///< memory used to find the range of values
  std::uint64_t reading_bytes = 0;  ///< memory that reading packed values takes beside them
};

/// Takes from `asked` what is to be packed, reads all values of these variables, and replaces the
/// input and the definitions in `source`. Variables whose values are not copied stay as they are.
/// throws: Error naming the variable, and values that cannot be kept.
PackedInput pack_input(AskedPrecisions& asked, std::unique_ptr<model::Source>& input,
                       Subset& source, const transcode::Resources& resources,
                       std::vector<std::string>& notes);

}  // namespace ncf::ops
