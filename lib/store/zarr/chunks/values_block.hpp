// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Operations on blocks of values, like those of model/grid/box.hpp on blocks of bytes. They
// copy the text of strings.
#pragma once

#include "model/grid/box.hpp"
#include "model/values/values.hpp"

namespace ncf::store::zarr {

/// Copies the values of `part`, which is within both blocks. from, to: the boxes of `source` and
/// `target`, which have the same type.
void copy_part(const model::Box& part, const model::Box& from, const model::Values& source,
               const model::Box& to, model::Values& target);

/// Sets all values of `part`, which is within `to`. one: the value.
void fill_part(const model::Box& part, const model::Values& one, const model::Box& to,
               model::Values& target);

}  // namespace ncf::store::zarr
