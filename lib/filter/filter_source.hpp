// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where stores get filters without knowing of plugins: binds parameters, finds kernels, and asks
// plugins about codecs the registry does not know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "filter/codec_json.hpp"
#include "filter/codec_variable.hpp"
#include "filter/kernel.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// What is to be done with a filter.
enum class FilterUse { encode, decode };

/// I/O thread only, as filters may ask libhdf5, and so are the kernels it gives: they may be
/// plugins of HDF5.
class FilterSource {
 public:
  FilterSource() = default;
  FilterSource(const FilterSource&) = delete;
  FilterSource& operator=(const FilterSource&) = delete;
  virtual ~FilterSource() = default;

  /// From what a user asks of a filter to what a file stores and the filter works with, on such a
  /// variable; the way back is ncf::user_form. To decode with a filter that cannot encode, the
  /// parameters stay as they are: it is not asked.
  /// throws: Error(not_found) where the filter is not here; Error(unsupported), with the filter's
  /// words, where the parameters are wrong, or it cannot be used so or on such a variable.
  /// source: netCDF documentation, "NetCDF-4 Filter Support", "Visible and Working Parameters"
  [[nodiscard]] virtual StoredFilter bind(const Filter& visible, const ChunkLayout& layout,
                                          FilterUse use) = 0;

  /// As `bind`, for an array of Zarr: a plugin's codec that modifies parameters does so.
  [[nodiscard]] virtual StoredFilter bind_codec(const Filter& visible, const ChunkLayout& layout,
                                                const CodecVariable& variable, FilterUse use) = 0;

  /// throws: Error(not_found) where the filter is not here; Error(unsupported) where it is, but
  /// cannot be used so, or known to libhdf5 alone.
  [[nodiscard]] virtual Kernel get_kernel(std::uint32_t id, FilterUse use) = 0;

  /// Registers a filter that libhdf5 does not find by itself: a class of version 1, which it passes
  /// over in plugins. Whether that was done.
  [[nodiscard]] virtual bool register_with_libhdf5(std::uint32_t id) = 0;

  /// The id of a filter that only a plugin names; letter case is ignored.
  [[nodiscard]] virtual std::optional<std::uint32_t> find_id(std::string_view name) = 0;

  /// The filter of a codec that a plugin brings; empty where none does.
  /// throws: Error(unsupported) for members the plugin does not take.
  [[nodiscard]] virtual std::optional<Filter> find_filter(const Codec& codec) = 0;

  /// The codec, of Zarr v2, that a plugin brings for a filter. Metadata show the visible parameters
  /// as the codec modifies them for the variable; a codec that needs one the user left out may
  /// supply it.
  /// throws: Error(unsupported) for parameters the plugin does not take.
  [[nodiscard]] virtual std::optional<Codec> find_codec(const Filter& visible,
                                                        const ChunkLayout& layout,
                                                        const CodecVariable& variable) = 0;
};

/// The filters that HDF5 has built in: all there is without plugins.
FilterSource& builtin_filters();

}  // namespace ncf::filter
