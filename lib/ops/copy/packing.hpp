// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Variables whose values are packed into integers: the rest of the copy sees an input that is
// packed already.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/source.hpp"
#include "ops/copy/quantize_request.hpp"
#include "ops/copy/subset.hpp"
#include "transcode/recoding.hpp"
#include "transcode/resources.hpp"

namespace ncf::ops {

/// What a plan says about a variable that is packed.
struct Packing {
  std::string how;
  std::string why;
};

/// One for each variable; empty for those that are not packed.
using Packings = std::vector<std::optional<Packing>>;

/// What workers pack: chunks of the original.
struct PackedChunks {
  model::StoredForm stored;     ///< of the original
  std::vector<std::byte> fill;  ///< the value of missing chunks, packed
  transcode::ChunkConversion conversion;
};

struct PackedInput {
  Packings packings;
  /// One for each variable; empty for those that are not packed, and for those that the input packs
  /// as it reads them, because workers cannot.
  std::vector<std::optional<PackedChunks>> chunks;
  std::uint64_t peak_bytes = 0;     ///< memory used to find the range of values
  std::uint64_t reading_bytes = 0;  ///< memory for slabs that the input packs
};

/// Takes from `asked` what is to be packed, reads all values of these variables, and replaces the
/// input and the definitions in `source`. Variables whose values are not copied stay as they are.
/// Takes the memory for packing from `resources`. throws: Error naming the variable, and values
/// that cannot be kept.
PackedInput pack_input(AskedPrecisions& asked, std::unique_ptr<model::Source>& input,
                       Subset& source, transcode::Resources& resources,
                       std::vector<std::string>& notes);

}  // namespace ncf::ops
