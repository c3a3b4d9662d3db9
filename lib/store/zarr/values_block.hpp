// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Blocks of values, as model/block.hpp has blocks of bytes: of strings, the texts are copied.
#pragma once

#include "model/box.hpp"
#include "model/values.hpp"

namespace ncf::store::zarr {

/// Copies the values of `part`, which lies in both blocks.
/// from, to: the boxes of which `source` and `target`, both of one type, hold the values.
void copy_part(const model::Box& part, const model::Box& from, const model::Values& source,
               const model::Box& to, model::Values& target);

/// one: the value that all of `part`, which lies in `to`, becomes.
void fill_part(const model::Box& part, const model::Values& one, const model::Box& to,
               model::Values& target);

}  // namespace ncf::store::zarr
