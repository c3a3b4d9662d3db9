// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The codecs of an array as filters: the equivalent filters, and all codecs ready to run.
//
// I/O thread only, as FilterSource; a PreparedChain may run on any.
#pragma once

#include "filter/filter_source.hpp"
#include "filter/prepared_chain.hpp"
#include "store/zarr/metadata/array.hpp"

namespace ncf::store::zarr {

/// The codecs of an array as netCDF filters.
struct ArrayFilters {
  /// The equivalent filters: gzip is deflate, Zarr's own checksums are left out. Their working
  /// parameters if the filter is available, else the codec's.
  StoredChain filters = {};
  StoredChain visible = {};  ///< the same filters with visible parameters
  /// What decodes and encodes: `filters`, but kernels of codecs without an equal filter as such.
  StoredChain chain = {};
  bool has_own_kernels = false;  ///< there are such kernels in `chain`
  /// The codecs decode what the filters encoded, but may encode what the filters do not decode.
  bool may_differ = false;
  /// Codecs without a filter; `filters` is then empty.
  std::vector<std::string> unreadable_codecs = {};
  /// Only with the working parameters in `filters`, which are not those of a file, do the filters
  /// produce the codecs' bytes.
  bool has_own_bytes = false;
};

/// Sets the array's fault if a codec is unreadable.
ArrayFilters find_filters(ArrayMetadata& array, filter::FilterSource& source,
                          filter::FilterUse use);

/// Returns the codecs without a filter, among all in the metadata.
std::vector<std::string> find_unreadable(const filter::CodecList& all_codecs,
                                         const ArrayMetadata& array, filter::FilterSource& source);

/// throws: the array's fault; Error(not_found, unsupported) naming codec and filter.
filter::PreparedChain prepare_codecs(const ArrayMetadata& array, const filter::CodecList& codecs,
                                     filter::FilterSource& source, filter::FilterUse use);

/// Returns the codecs to write for filters.
/// throws: Error(unsupported), with an alternative, for filters that Zarr does not have, or not in
/// this order.
filter::CodecList codecs_for(const Chain& filters, const ArrayMetadata& array,
                             filter::FilterSource& source);

}  // namespace ncf::store::zarr
