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

/// I/O thread only, as Binding; the kernels it gives may run on any.
class FilterSource : public Binding {
 public:
  /// throws: Error(not_found) where the filter is not here; Error(unsupported) where it is, but not
  /// as a kernel.
  [[nodiscard]] virtual Kernel get_kernel(std::uint32_t id) = 0;

  /// The filter of a codec that a plugin brings; empty where none does.
  /// throws: Error(unsupported) for members the plugin does not take.
  [[nodiscard]] virtual std::optional<Filter> find_filter(const Codec& codec) = 0;

  /// The inverse, for Zarr v2.
  [[nodiscard]] virtual std::optional<Codec> find_codec(const Filter& filter) = 0;
};

/// The filters that HDF5 has built in: all there is without plugins.
FilterSource& builtin_filters();

}  // namespace ncf::filter
