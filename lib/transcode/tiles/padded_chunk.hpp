// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The padding of a variable's last chunks beyond its extent. It is stored, so it must not be
// uninitialized memory. If a lossy filter encodes padding that differs much from the values next to
// it, their error may exceed the filter's bound, as with zfp. Pure functions, any thread.
// source: zfp documentation, "Limitations"
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/grid/box.hpp"
#include "transcode/recoding/recoding.hpp"

namespace ncf::transcode {

/// Returns whether we must choose the padding to keep values near it: a lossy filter changes them
/// together, in a last chunk that is not full.
/// extent: of the values to be stored.
[[nodiscard]] bool needs_padding(const model::StoredForm& form,
                                 const std::vector<std::size_t>& extent);

/// Sets the elements of a target chunk beyond `part` to fill values. If a filter is lossy, they
/// repeat the last values instead: all of them along dimensions that cannot grow, where readers
/// never see them. Along the others, only those that are encoded in one block with values, because
/// HDF5 exposes them when a dataset grows; if the block may be the whole chunk, that is its rest.
/// part: the chunk's part within the extent, where the chunk begins.
/// chunk: all of its elements, as the target stores them.
void pad_chunk(const Recoding& recoding, const model::Box& part, std::span<std::byte> chunk);

/// Returns the padded target chunk that begins where `part` does.
/// elements: of `part`, the part of the chunk within the extent, as the target stores them.
[[nodiscard]] std::vector<std::byte> padded_chunk(const Recoding& recoding, const model::Box& part,
                                                  std::span<const std::byte> elements);

}  // namespace ncf::transcode
