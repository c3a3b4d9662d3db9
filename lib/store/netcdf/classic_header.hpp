// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The positions of variables in a classic file, which libnetcdf does not expose. Pure functions,
// except for reading the file.
// source: netCDF classic format specification, with its 64-bit offset and 64-bit data variants
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/files/byte_source.hpp"

namespace ncf::store::netcdf {

struct ClassicVariable {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;  ///< of one record, for a record variable; without padding
  bool has_records = false;
};

struct ClassicHeader {
  std::uint64_t bytes = 0;         ///< of the header itself
  std::uint64_t records = 0;       ///< for a streamed file, the number of complete ones
  std::uint64_t left_bytes = 0;    ///< in a streamed file, of an incomplete record
  std::uint64_t record_bytes = 0;  ///< from one record to the next
  std::vector<ClassicVariable> variables;
};

/// Returns empty for a file that is not classic. A damaged header may contain any number; products
/// saturate.
/// throws: Error(corrupt) for a truncated header, Error(io).
std::optional<ClassicHeader> read_classic_header(const base::ByteSource& file);

/// Returns the file size that the header requires, without padding of the last variable. Beyond the
/// end of a truncated file, libnetcdf reads zeros or stale memory.
std::uint64_t classic_extent(const ClassicHeader& header);

/// Returns the size of the file with all padding: of the last variable, and before the records. The
/// records of a lone record variable have none.
std::uint64_t padded_classic_extent(const ClassicHeader& header);

}  // namespace ncf::store::netcdf
