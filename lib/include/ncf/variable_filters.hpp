// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Defines and inquires filters: of a variable in a netCDF-4 file that the caller has opened with
// libnetcdf, or of the properties with which the caller creates an HDF5 dataset. Thread rule: as
// ncf/copy.hpp; a program that calls libnetcdf or libhdf5 on several threads hands over its lock
// (ncf/library_lock.hpp). Plugins are searched as <ncf/plugins.hpp> says.
//
// netCDF's rules apply. Filters encode in the order of definition, and decode in reverse order, but
// libnetcdf puts fletcher32 first and shuffle next. Defining an id again keeps its position and
// takes the new parameters. Scalars and variable-length types cannot have filters. A filter that
// works on values, for example zfp, would be damaged by fletcher32 or shuffle before it: the one
// that is defined last is an error (unsupported). So is a flag other than the usual one, because
// libnetcdf cannot define it; properties can have it. Properties need chunks before a dataset is
// created, and only then can libhdf5 say whether a filter fits the type and the chunks.
//
// All functions throw ncf::Error, which names the variable and the filter.
//
//   const ncf::FilterOwner t2m(ncid, varid);
//   ncf::define_filters(t2m, ncf::resolve(ncf::parse_filter_spec("shuffle|zstd,3")));
//   std::cout << ncf::format_numeric(ncf::inquire_filters(t2m)) << '\n';
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ncf/export.hpp"
#include "ncf/filter_spec.hpp"
#include "ncf/variable_filters.h"

namespace ncf {

/// What has filters.
struct FilterOwner : ncf_filter_owner {
  /// libnetcdf's ncid and varid.
  FilterOwner(int file, int variable) : FilterOwner(ncf_filters_of_variable(file, variable)) {}
  FilterOwner(const ncf_filter_owner& owner) : ncf_filter_owner(owner) {}
  /// id: of a dataset creation property list of libhdf5.
  static FilterOwner of_properties(std::int64_t id) { return ncf_filters_of_properties(id); }
};

/// Adds one filter by id and parameters, and makes a variable chunked if it is not. Filters from
/// `inquire_filters` are defined again through `visible_form`.
NCF_API void define_filter(FilterOwner owner, const Filter& filter);
/// Adds a whole chain, in order.
NCF_API void define_filters(FilterOwner owner, const Chain& chain);

/// Adds a filter that may be left out, as HDF5 leaves out optional filters: if it is missing, or
/// cannot be applied to such a variable, nothing is defined, and the reason is returned. Empty if
/// it was defined. Wrong parameters are still an error.
NCF_API std::optional<std::string> define_optional_filter(FilterOwner owner, const Filter& filter);

/// Returns all filters, in the order of encoding. Empty if there are none.
NCF_API StoredChain inquire_filters(FilterOwner owner);
/// Returns only their ids.
NCF_API std::vector<std::uint32_t> inquire_filter_ids(FilterOwner owner);
/// Returns the parameters of filter `id`; empty if the variable does not have it.
NCF_API std::optional<std::vector<std::uint32_t>> inquire_filter_parameters(FilterOwner owner,
                                                                            std::uint32_t id);
/// Returns the first filter; id 0 and no parameters if there is none.
NCF_API StoredFilter inquire_first_filter(FilterOwner owner);

/// Returns the id of a filter by a name that specs have. throws: Error(not_found).
NCF_API std::uint32_t find_filter_id(const std::string& name);

// ---- Filters with parameters of their own ----
//
// Inquiring does not need the plugin. It returns nothing if the variable does not have the filter,
// and throws Error(corrupt) if the filter has another number of parameters than libnetcdf gives it.

NCF_API void define_deflate(FilterOwner owner, int level);
NCF_API std::optional<int> inquire_deflate(FilterOwner owner);

NCF_API void define_shuffle(FilterOwner owner);
NCF_API bool inquire_shuffle(FilterOwner owner);

NCF_API void define_fletcher32(FilterOwner owner);
NCF_API bool inquire_fletcher32(FilterOwner owner);

enum class SzipCoding { entropy = 4, nearest_neighbour = 32 };
struct SzipParameters {
  SzipCoding coding = SzipCoding::nearest_neighbour;
  int pixels_per_block = 0;  ///< even, 2 to 32, and at most the number of values in a chunk
};
NCF_API void define_szip(FilterOwner owner, const SzipParameters& parameters);
NCF_API std::optional<SzipParameters> inquire_szip(FilterOwner owner);

NCF_API void define_bzip2(FilterOwner owner, int level);
NCF_API std::optional<int> inquire_bzip2(FilterOwner owner);

NCF_API void define_zstandard(FilterOwner owner, int level);
NCF_API std::optional<int> inquire_zstandard(FilterOwner owner);

enum class BloscCodec { blosclz, lz4, lz4hc, snappy, zlib, zstd };
enum class BloscShuffle { none, byte, bit };
struct BloscParameters {
  BloscCodec codec = BloscCodec::blosclz;
  int level = 0;
  BloscShuffle shuffle = BloscShuffle::none;
};
NCF_API void define_blosc(FilterOwner owner, const BloscParameters& parameters);
NCF_API std::optional<BloscParameters> inquire_blosc(FilterOwner owner);

/// The rounding of values by libnetcdf before they are encoded.
enum class QuantizationMode { none, bitgroom, granular, bitround };
struct Quantization {
  QuantizationMode mode = QuantizationMode::none;
  int digits = 0;  ///< significant decimal ones; for bitround, bits
};
/// throws: Error(unsupported) for properties, which have none.
NCF_API void define_quantization(FilterOwner owner, const Quantization& quantization);
NCF_API Quantization inquire_quantization(FilterOwner owner);

}  // namespace ncf
