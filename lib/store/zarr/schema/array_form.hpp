// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The stored form of an array, from its metadata.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/dataset/stored_form.hpp"
#include "store/zarr/chunks/open_store.hpp"

namespace ncf::store::zarr {

/// Returns the stored form of an array. extent: of the array; the dimensions may be longer.
[[nodiscard]] model::StoredForm stored_form(const OpenStore& store, model::VariableId id,
                                            std::vector<std::size_t> extent);

/// Returns the storage of an array of a variable with codecs. is_contiguous: as NCZarr notes it.
[[nodiscard]] model::Storage storage_of(const model::Variable& variable, const ArrayMetadata& array,
                                        bool is_contiguous);

/// Returns the coordinates of the chunk whose first element is at `offset`.
[[nodiscard]] std::vector<std::size_t> chunk_coordinates(const OpenArray& array,
                                                         std::span<const std::size_t> offset);

}  // namespace ncf::store::zarr
