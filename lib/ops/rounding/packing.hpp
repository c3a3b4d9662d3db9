// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Packs the values of variables into integers. The rest of the copy sees an input that is already
// packed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "filter/kernels/kernel.hpp"
#include "model/dataset/source.hpp"
#include "ops/rounding/rounding.hpp"
#include "ops/select/subset.hpp"
#include "transcode/recoding/recoding.hpp"
#include "transcode/walks/resources.hpp"

namespace ncf::ops {

/// The plan for a variable that is packed.
struct Packing {
  std::string how;
  std::string why;
  filter::ChunkLayout stored_chunks;  ///< of the original, which its filters were given
  /// What workers read and pack in a recoding; empty if they cannot, so that the input packs.
  std::optional<transcode::RecodingSide> for_workers;
};

/// One item for each variable; empty for those that are not packed.
using Packings = std::vector<std::optional<Packing>>;

struct PackedInput {
  Packings packings;
  std::uint64_t peak_bytes = 0;     ///< memory used to find the range of values
  std::uint64_t reading_bytes = 0;  ///< memory for slabs that the input packs
};

/// Removes the variables to be packed from `asked`, reads all their values, and replaces the input
/// and the definitions in `source`. Variables whose values are not copied stay as they are. Takes
/// the memory for packing from `resources`. throws: Error naming the variable, and values that
/// cannot be kept.
PackedInput pack_input(AskedPrecisions& asked, std::unique_ptr<model::Source>& input,
                       Subset& source, transcode::Resources& resources,
                       std::vector<std::string>& notes);

}  // namespace ncf::ops
