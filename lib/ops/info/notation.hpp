// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes a chain in the syntax of other programs and libraries, as tested with those of Debian 12:
// nccopy and ncgen 4.9.0, h5repack 1.10.8, ncks 5.1.4, h5py 3.7, netCDF4-python 1.6.2, xarray
// 2023.1, h5netcdf 1.1, numcodecs 0.11. Any thread; with plugins, that of their FilterSource.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string>
#include <vector>

#include "filter/facts.hpp"
#include "filter/kernels/filter_source.hpp"
#include "ncf/explain.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::ops {

struct FilterNotation {
  std::string text;  ///< empty if the program cannot write it
  std::string note;
};

/// Returns the special notation of a program; empty if it writes the filter by id and cd_values, as
/// any other.
std::optional<FilterNotation> notation_in(filter::Program program, const Filter& one);

/// Returns a Python tuple: "(9,)", "(1, 0)".
[[nodiscard]] std::string python_tuple(const auto& numbers) {
  return fmt::format("({}{})", fmt::join(numbers, ", "), numbers.size() == 1 ? "," : "");
}

/// Returns all notations, in the order to show them. plugins: for codecs that the registry does not
/// know.
std::vector<Notation> notations_of(const Chain& chain, const ExplainOptions& options,
                                   filter::FilterSource& plugins);

/// Returns the filter-spec syntax with names, `zstd,level=19`; numbers for filters without names.
std::string format_named_spec(const Chain& chain);

Notation h5py_notation(const Chain& chain);
Notation hdf5plugin_notation(const Chain& chain);
Notation netcdf4_python_notation(const Chain& chain);
Notation xarray_notation(const Chain& chain);

/// The members of xarray's `encoding` for a variable.
struct XarrayEncoding {
  std::string arguments;        ///< "zlib=True, complevel=4, shuffle=True"; empty for no filters
  bool needs_h5netcdf = false;  ///< not with engine netcdf4
};

/// Returns empty if xarray cannot write the chain.
std::optional<XarrayEncoding> find_xarray_encoding(const Chain& chain);

/// Returns why libnetcdf changes the order or the flags of the chain; empty if it does not.
std::string netcdf_note(const Chain& chain);

}  // namespace ncf::ops
