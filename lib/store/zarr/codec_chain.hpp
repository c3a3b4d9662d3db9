// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The codecs of an array as filters: those whose bytes are a filter's, and all of them ready to
// run.
//
// I/O thread only, as FilterSource; a PreparedChain may run on any.
#pragma once

#include "filter/filter_source.hpp"
#include "filter/prepared_chain.hpp"
#include "store/zarr/array.hpp"

namespace ncf::store::zarr {

/// What the codecs of an array are to netCDF.
struct ArrayFilters {
  /// The filters that do the same: gzip is deflate, a checksum of Zarr's own is left out. Working
  /// parameters where the filter is here, else the codec's.
  StoredChain filters;
  StoredChain visible;        ///< the same filters with their visible parameters, the codecs'
  bool is_same_bytes = true;  ///< what the codecs make is what the filters make
  std::vector<std::string> unreadable_codecs;  ///< no filter decodes them; there are no filters
};

/// Sets the array's fault where a codec is unreadable.
ArrayFilters find_filters(ArrayMetadata& array, filter::FilterSource& source,
                          filter::FilterUse use);

/// Names of codecs that no filter decodes, among all that metadata list.
std::vector<std::string> find_unreadable(const filter::CodecList& all_codecs,
                                         const ArrayMetadata& array, filter::FilterSource& source);

/// throws: the array's fault; Error(not_found, unsupported) naming codec and filter.
filter::PreparedChain prepare_codecs(const ArrayMetadata& array, const filter::CodecList& codecs,
                                     filter::FilterSource& source, filter::FilterUse use);

/// The codecs to write for filters.
/// throws: Error(unsupported) for filters that Zarr does not have, or not in this order, saying
/// what to use instead.
filter::CodecList codecs_for(const Chain& filters, const ArrayMetadata& array,
                             filter::FilterSource& source);

}  // namespace ncf::store::zarr
