// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Which orders of filters keep values. A filter that encodes or rounds values must get values:
// after a filter that permutes, checks or compresses bytes, it would take those bytes for values,
// and change or cut them. So filters of values come first:
//
//   zfp,accuracy=0.1|fletcher32    keeps values to 0.1
//   fletcher32|zfp,accuracy=0.1    cannot be read: zfp drops the checksum
//   shuffle|zfp,accuracy=0.1       is off by any amount
//
// Pure functions, any thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "filter/registry.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// Places in a chain: a filter of values, and one before it that leaves bytes.
struct LateFilter {
  std::size_t filter = 0;
  std::size_t after = 0;
};

/// What to think of filters that the registry does not know.
enum class UnknownFilters : std::uint8_t {
  may_change_values,  ///< where a chain is made
  are_well_placed,    ///< where a file holds the chain already
};

/// The first filter that comes too late; empty where the order keeps values.
[[nodiscard]] std::optional<LateFilter> find_late_filter(const Chain& chain,
                                                         UnknownFilters unknown);

/// "zfp works on values, but fletcher32 before it leaves bytes".
[[nodiscard]] std::string describe_late_filter(const Chain& chain, const LateFilter& late);

/// The places of the filters with those of values first, otherwise in their order.
[[nodiscard]] std::vector<std::size_t> order_of_values_first(const Chain& chain);

/// Why readers of Zarr would refuse the chain for such values, with the order they take; empty
/// where they take it. numcodecs shuffles whole values only, and fletcher32 adds 4 bytes.
[[nodiscard]] std::optional<std::string> why_not_in_zarr(const Chain& chain,
                                                         std::size_t element_bytes);

/// The places of the filters with fletcher32 last.
[[nodiscard]] std::vector<std::size_t> order_of_checksum_last(const Chain& chain);

/// The chain that libnetcdf makes of filters defined in this order: fletcher32 first, shuffle next.
[[nodiscard]] Chain in_order_of_libnetcdf(Chain chain);

/// Whether `_Fletcher32`, `_Shuffle` and `_DeflateLevel`, and `_Filter` for all others, state this
/// chain: they say of each filter that it is there once, not where, and libnetcdf defines them in
/// this order.
[[nodiscard]] bool has_order_of_attributes(const StoredChain& chain);

/// A filter that is there twice, by its id; libnetcdf can define each once.
template <class AnyChain>
[[nodiscard]] std::optional<std::uint32_t> find_repeated(const AnyChain& chain) {
  for (auto filter = chain.begin(); filter != chain.end(); ++filter) {
    const auto is_same = [&](const auto& other) { return other.id == filter->id; };
    if (std::any_of(std::next(filter), chain.end(), is_same)) return filter->id;
  }
  return std::nullopt;
}

/// throws: Error(unsupported) where filters that libnetcdf defines, in its order, would change
/// values.
void require_order_of_libnetcdf(const Chain& chain);

/// Whether szip follows a filter that may leave bytes which are no whole values: libhdf5's szip
/// drops what is left over of them, ours skips the chunk.
[[nodiscard]] bool has_late_szip(const StoredChain& chain, std::size_t element_bytes);

/// For chains that libhdf5 encodes. throws: Error(unsupported) where its szip may lose bytes.
void require_no_late_szip(const StoredChain& chain, std::size_t element_bytes);

/// throws: Error(unsupported) where the filters of a file, encoded anew, would change values.
void require_values_first(const StoredChain& chain);

}  // namespace ncf::filter
