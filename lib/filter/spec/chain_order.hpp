// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Checks which orders of filters keep values. A filter that encodes or rounds values must get
// values: after a filter that permutes, checks or compresses bytes, it would interpret those bytes
// as values, and change or truncate them. So filters of values come first:
//
//   zfp,accuracy=0.1|fletcher32    keeps values to 0.1
//   fletcher32|zfp,accuracy=0.1    cannot be read: zfp drops the checksum
//   shuffle|zfp,accuracy=0.1       is off by any amount
//
// What a filter that the registry does not know takes is not known either. Its output is read back
// instead (transcode/recoding/tolerance.hpp).
//
// Pure functions, any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// Indices in a chain: a filter that works on values, and an earlier filter that leaves bytes.
struct LateFilter {
  std::size_t filter = 0;
  std::size_t after = 0;
};

/// Returns the first filter of values that comes too late; empty if the order keeps values. Filters
/// that the registry does not know may be anywhere.
[[nodiscard]] std::optional<LateFilter> find_late_filter(const Chain& chain);

/// Returns "zfp works on values, but fletcher32 before it leaves bytes".
[[nodiscard]] std::string describe_late_filter(const Chain& chain, const LateFilter& late);

/// Returns the indices of the filters reordered: filters of values first, otherwise in the same
/// order.
[[nodiscard]] std::vector<std::size_t> order_of_values_first(const Chain& chain);

/// Returns why readers of Zarr would reject the chain for such values, with the order they accept;
/// empty if they accept it. numcodecs shuffles whole values only, and fletcher32 adds 4 bytes.
[[nodiscard]] std::optional<std::string> why_not_in_zarr(const Chain& chain,
                                                         std::size_t element_bytes);

/// Returns the size of a filter's output; empty if it depends on the data.
[[nodiscard]] std::optional<std::size_t> bytes_after(const StoredFilter& filter,
                                                     std::optional<std::size_t> bytes);

/// A shuffle whose input is not a whole number of its elements.
struct PartialShuffle {
  std::size_t element_bytes = 0;
  std::optional<std::size_t> input_bytes;  ///< empty if they depend on the data
};

/// How to treat a shuffle of data whose size is not known.
enum class UnknownSizes : std::uint8_t {
  may_be_partial,  ///< for chunks to encode
  are_whole,       ///< for stored chunks, which somebody could shuffle
};

/// Returns the first such shuffle, which numcodecs refuses. chunk_bytes: of a decoded chunk; empty
/// if they vary.
[[nodiscard]] std::optional<PartialShuffle> find_partial_shuffle(
    const StoredChain& chain, std::optional<std::size_t> chunk_bytes, UnknownSizes sizes);

/// Checks a chain that encodes chunks for Zarr. throws: Error(unsupported) if readers of Zarr may
/// be unable to undo one of its shuffles.
void require_whole_shuffles(const StoredChain& chain, std::optional<std::size_t> chunk_bytes);

/// Returns the indices of the filters reordered: fletcher32 last.
[[nodiscard]] std::vector<std::size_t> order_of_checksum_last(const Chain& chain);

/// Returns the chain that libnetcdf creates from filters defined in this order: fletcher32 first,
/// shuffle next.
[[nodiscard]] Chain in_order_of_libnetcdf(Chain chain);

/// Returns whether the attributes `_Fletcher32`, `_Shuffle`, `_DeflateLevel` and `_Filter` describe
/// this chain completely: they list each filter once without its position, and libnetcdf defines
/// them in this order.
[[nodiscard]] bool has_order_of_attributes(const StoredChain& chain);

/// throws: Error(unsupported) if filters defined by libnetcdf, in its order, would change values.
void require_order_of_libnetcdf(const Chain& chain);

/// Checks a chain that libhdf5 encodes. throws: Error(unsupported) if szip follows a filter whose
/// output may not be whole values: libhdf5's szip drops the trailing bytes, ours skips the chunk.
void require_no_late_szip(const StoredChain& chain, std::size_t element_bytes);

/// throws: Error(unsupported) if encoding again with the filters of a file would change values.
void require_values_first(const StoredChain& chain);

}  // namespace ncf::filter
