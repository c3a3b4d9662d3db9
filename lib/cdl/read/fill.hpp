// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The values of missing elements: netCDF's default fill values, and for user-defined types
// what follows from them as ncgen has it. Pure functions.
//
// source: netCDF C API reference, NC_FILL_BYTE and its like; ncgen/getfill.c
#pragma once

#include <cstddef>

#include "model/values.hpp"

namespace ncf::cdl {

/// Stores the default fill value of `type` at `to`, zeroed memory. An enumeration's is its first
/// member, a sequence's one fill value of its base, a compound's those of its fields, an opaque
/// value's zeros.
void store_fill(const model::Type& type, std::byte* to);

/// One value: the default fill value of `type`.
model::Values fill_value(const model::TypeRef& type);

}  // namespace ncf::cdl
