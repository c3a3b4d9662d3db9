// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines and inquires the filters of a variable in a netCDF-4 file that the caller has opened with
// libnetcdf. `ncid` and `varid` are libnetcdf's ids. Thread rule: as ncf/copy.hpp; a program that
// calls libnetcdf on several threads hands over its lock (ncf/library_lock.hpp). Plugins are
// searched as <ncf/plugins.hpp> says.
//
// netCDF's rules apply. Filters encode in the order of definition, and decode in reverse order, but
// libnetcdf puts fletcher32 first and shuffle next. Defining an id again keeps its position and
// takes the new parameters. Scalars and variable-length types cannot have filters. A filter that
// works on values, for example zfp, would be damaged by fletcher32 or shuffle before it: the one
// that is defined last is an error (unsupported). So is a flag other than the usual one, because
// libnetcdf cannot define it.
//
// All functions throw ncf::Error, which names the variable and the filter.
//
//   nc_def_var(ncid, "t2m", NC_FLOAT, 3, dimids, &varid);
//   ncf::define_filters(ncid, varid, ncf::resolve(ncf::parse_filter_spec("shuffle|zstd,3")));
//   std::cout << ncf::format_numeric(ncf::inquire_filters(ncid, varid)) << '\n';
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ncf/export.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf {

/// Adds one filter by id and parameters, and makes the variable chunked if it is not. Filters from
/// `inquire_filters` are defined again through `visible_form`.
NCF_API void define_filter(int ncid, int varid, const Filter& filter);
/// Adds a whole chain, in order.
NCF_API void define_filters(int ncid, int varid, const Chain& chain);

/// Adds a filter that may be left out, as HDF5 leaves out optional filters: if it is missing, or
/// cannot be applied to such a variable, nothing is defined, and the reason is returned. Empty if
/// it was defined. Wrong parameters are still an error.
NCF_API std::optional<std::string> define_optional_filter(int ncid, int varid,
                                                          const Filter& filter);

NCF_API void define_deflate(int ncid, int varid, int level);
NCF_API void define_shuffle(int ncid, int varid);
NCF_API void define_fletcher32(int ncid, int varid);

enum class SzipCoding { entropy, nearest_neighbour };
/// `pixels_per_block` is even, 2 to 32, and at most the number of values in a chunk.
NCF_API void define_szip(int ncid, int varid, SzipCoding coding, int pixels_per_block);
NCF_API void define_bzip2(int ncid, int varid, int level);
NCF_API void define_zstandard(int ncid, int varid, int level);

enum class BloscCodec { blosclz, lz4, lz4hc, snappy, zlib, zstd };
enum class BloscShuffle { none, byte, bit };
NCF_API void define_blosc(int ncid, int varid, BloscCodec codec, int level, BloscShuffle shuffle);

/// Returns all filters of the variable, in the order of encoding. Empty if it has none.
NCF_API StoredChain inquire_filters(int ncid, int varid);
/// Returns only their ids.
NCF_API std::vector<std::uint32_t> inquire_filter_ids(int ncid, int varid);
/// Returns the parameters of filter `id`; empty if the variable does not have it.
NCF_API std::optional<std::vector<std::uint32_t>> inquire_filter_parameters(int ncid, int varid,
                                                                            std::uint32_t id);
/// Returns the first filter; id 0 and no parameters if there is none.
NCF_API StoredFilter inquire_first_filter(int ncid, int varid);

}  // namespace ncf
