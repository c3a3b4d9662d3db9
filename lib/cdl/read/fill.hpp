// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of missing elements: netCDF's default fill values, and for user-defined types the
// values that ncgen derives from them. Pure functions.
//
// source: netCDF C API reference, NC_FILL_BYTE and the other defaults; ncgen/getfill.c
#pragma once

#include <cstddef>

#include "model/values/values.hpp"

namespace ncf::cdl {

/// Stores the default fill value of `type` at `to`, zeroed memory. For an enumeration this is its
/// first member, for a sequence one fill value of its base, for a compound those of its fields, for
/// an opaque type zeros.
void store_fill(const model::Type& type, std::byte* to);

/// Returns one value, the default fill value of `type`.
model::Values fill_value(const model::TypeRef& type);

}  // namespace ncf::cdl
