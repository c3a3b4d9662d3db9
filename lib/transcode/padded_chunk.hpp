// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What the last chunks of a variable hold beyond its extent if a lossy filter encodes them. Values
// next to the padding may exceed the filter's error bound if the padding differs much from them, as
// with zfp. Pure functions, any thread.
// source: zfp documentation, "Limitations"
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/box.hpp"
#include "transcode/recoding.hpp"

namespace ncf::transcode {

/// Whether we must choose the padding to keep the error bound: a filter is lossy, and the last
/// chunk along a dimension that cannot grow is not full.
/// extent: of the values to be stored.
[[nodiscard]] bool needs_padding(const model::StoredForm& form,
                                 const std::vector<std::size_t>& extent);

/// The target chunk that begins where `part` does. Along dimensions that cannot grow, it repeats
/// the last values, which readers never see. Along the others it holds fill values, because HDF5
/// exposes them when a dataset grows.
/// elements: of `part`, the part of the chunk within the extent, as the target stores them.
[[nodiscard]] std::vector<std::byte> padded_chunk(const Recoding& recoding, const model::Box& part,
                                                  std::span<const std::byte> elements);

}  // namespace ncf::transcode
