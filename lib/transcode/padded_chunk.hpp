// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the last chunks of a variable hold beyond its extent, where a filter that changes values
// encodes them: values beside the padding may come back further off than the filter promises, if
// the padding is far from them. zfp is one. Pure functions, any thread.
// source: zfp documentation, "Limitations"
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/box.hpp"
#include "transcode/recoding.hpp"

namespace ncf::transcode {

/// Whether padding of ours keeps a bound that fill values may break: a filter changes values, and
/// the last chunk along a dimension that cannot grow is not full.
/// extent: of the values that are to be stored.
[[nodiscard]] bool needs_padding(const model::StoredForm& form,
                                 const std::vector<std::size_t>& extent);

/// The target chunk that begins where `part` does. Along dimensions that cannot grow it repeats the
/// last values, which nobody sees; along others it has fill values, since HDF5 shows what is there
/// when a dataset grows.
/// elements: of `part`, the part of the chunk within the extent, as the target stores them.
[[nodiscard]] std::vector<std::byte> padded_chunk(const Recoding& recoding, const model::Box& part,
                                                  std::span<const std::byte> elements);

}  // namespace ncf::transcode
