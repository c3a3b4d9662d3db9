// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The codecs of an array as filters: the equivalent filters, and all codecs ready to run.
//
// I/O thread only, like FilterSource; a PreparedChain may run on any thread.
#pragma once

#include "filter/kernels/filter_source.hpp"
#include "filter/kernels/prepared_chain.hpp"
#include "store/zarr/metadata/array.hpp"

namespace ncf::store::zarr {

/// The codecs of an array as netCDF filters.
struct ArrayFilters {
  /// The equivalent filters: gzip is deflate, Zarr's own checksums are left out. They have working
  /// parameters if the filter is available, otherwise those of the codec.
  StoredChain filters = {};
  StoredChain visible = {};  ///< the same filters with visible parameters
  /// The chain that decodes and encodes: `filters`, but with our own kernels for codecs without an
  /// equal filter.
  StoredChain chain = {};
  bool has_own_kernels = false;  ///< `chain` contains such kernels
  /// Codecs without a filter; `filters` is then empty.
  std::vector<std::string> unreadable_codecs = {};
  /// The filters produce the bytes of the codecs only with the working parameters in `filters`,
  /// which differ from those in a file.
  bool has_own_bytes = false;
};

/// Sets the array's fault if a codec is unreadable.
ArrayFilters find_filters(ArrayMetadata& array, filter::FilterSource& source,
                          filter::FilterUse use);

/// Returns the codecs without a filter, among all in the metadata.
std::vector<std::string> find_unreadable(const filter::CodecList& all_codecs,
                                         const ArrayMetadata& array, filter::FilterSource& source);

/// Prepares the array's codecs.
/// throws: the array's fault; Error(not_found, unsupported) naming codec and filter.
filter::PreparedChain prepare_codecs(const ArrayMetadata& array, filter::FilterSource& source,
                                     filter::FilterUse use);

/// Returns the codecs to write for filters.
/// throws: Error(unsupported), with an alternative, for filters that Zarr does not have, or not in
/// this order.
filter::CodecList codecs_for(const Chain& filters, const ArrayMetadata& array,
                             filter::FilterSource& source);

/// Returns the codecs of a variable of another array if this array can keep them: it has the same
/// format, no other filters are asked for, and some codecs are equal to no filter (gzip, zfpy,
/// Zarr's own checksums, and those with extras). Otherwise empty.
/// format: of this array's store. NCZarr keeps no codecs that only our kernels can code.
std::optional<filter::CodecList> find_kept_codecs(const model::Variable& variable,
                                                  const ArrayMetadata& array, Format format,
                                                  filter::FilterSource& source);

}  // namespace ncf::store::zarr
