// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What an array's metadata say of its stored bytes, in the words of the model.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/stored_form.hpp"
#include "store/zarr/open_store.hpp"

namespace ncf::store::zarr {

/// Of an array as long as `extent`, which its dimensions may exceed.
[[nodiscard]] model::StoredForm stored_form(const OpenStore& store, model::VariableId id,
                                            std::vector<std::size_t> extent);

/// Numbers of the chunk whose first element is at `offset`.
[[nodiscard]] std::vector<std::size_t> chunk_numbers(const OpenArray& array,
                                                     std::span<const std::size_t> offset);

}  // namespace ncf::store::zarr
