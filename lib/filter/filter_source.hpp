// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where those who know files get their filters from, without knowing of plugins: parameters are
// bound, kernels are found, and codecs that the registry does not know are asked of whoever does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "filter/binding.hpp"
#include "filter/codec_json.hpp"
#include "filter/kernel.hpp"

namespace ncf::filter {

/// I/O thread only, as Binding, and so are the kernels it gives: they may be plugins of HDF5.
class FilterSource : public Binding {
 public:
  /// throws: Error(not_found) where the filter is not here; Error(unsupported) where it is, but
  /// known to libhdf5 alone.
  [[nodiscard]] virtual Kernel get_kernel(std::uint32_t id) = 0;

  /// As `bind`, for an array of Zarr: where a plugin's codec has a say in parameters it is asked,
  /// and may change visible ones, which metadata are to show.
  [[nodiscard]] virtual StoredFilter bind_codec(Filter& visible, const ChunkLayout& layout) = 0;

  /// The filter of a codec that a plugin brings; empty where none does.
  /// throws: Error(unsupported) for members the plugin does not take.
  [[nodiscard]] virtual std::optional<Filter> find_filter(const Codec& codec) = 0;

  /// The inverse, for Zarr v2.
  [[nodiscard]] virtual std::optional<Codec> find_codec(const Filter& filter) = 0;
};

/// The filters that HDF5 has built in: all there is without plugins.
FilterSource& builtin_filters();

}  // namespace ncf::filter
