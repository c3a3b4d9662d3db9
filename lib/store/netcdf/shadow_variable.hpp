// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A variable for codecs that ask libnetcdf about the variable they work on: one in a netCDF-4 file
// in memory with the same name, groups, type, byte order, dimensions, chunks and attributes, but no
// values. Element types that libnetcdf lacks, for example float16 or text longer than one
// character, become opaque values of the same size. A dimension shorter than a chunk becomes
// unlimited, because libnetcdf does not allow such chunks otherwise. I/O thread only.
#pragma once

#include "filter/codecs/codec_variable.hpp"
#include "filter/kernels/kernel.hpp"
#include "libnetcdf/functions.hpp"

namespace ncf::store::netcdf {

/// Calls `use` while the variable exists. Unknown dimensions get the length of the chunk.
/// throws: Error(internal) if it cannot be made, and what `use` throws.
void with_shadow_variable(const filter::ChunkLayout& layout, const filter::CodecVariable& variable,
                          const libnetcdf::UseVariable& use);

}  // namespace ncf::store::netcdf
