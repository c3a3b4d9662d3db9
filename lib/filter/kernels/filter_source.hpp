// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Gives stores access to filters without knowledge of plugins: binds parameters, also those that a
// file stores, finds kernels, and asks plugins about codecs that the registry does not know.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "filter/codecs/codec_variable.hpp"
#include "filter/codecs/stored_codecs.hpp"
#include "filter/kernels/kernel.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

struct Codec;

/// The purpose for which a filter is used.
enum class FilterUse { encode, decode };

/// I/O thread only, because filters may call libhdf5; so are the kernels it returns, which may be
/// HDF5 plugins.
class FilterSource {
 public:
  FilterSource() = default;
  FilterSource(const FilterSource&) = delete;
  FilterSource& operator=(const FilterSource&) = delete;
  virtual ~FilterSource() = default;

  /// Computes the parameters that a file stores and the filter uses for a variable from those that
  /// a user requests; the inverse is ncf::visible_form. A filter that is only used to decode and
  /// cannot encode keeps its parameters: its callbacks are not called.
  /// throws: Error(not_found) if the filter is not available; Error(unsupported) with the filter's
  /// message if the parameters are wrong, or it cannot do what is needed or not for such a
  /// variable.
  /// source: netCDF documentation, "NetCDF-4 Filter Support", "Visible and Working Parameters"
  [[nodiscard]] virtual StoredFilter bind(const Filter& visible, const ChunkLayout& layout,
                                          FilterUse use) = 0;

  /// Does what `bind` does, for a Zarr array: a plugin's codec may modify the parameters.
  [[nodiscard]] virtual StoredFilter bind_codec(const Filter& visible, const ChunkLayout& layout,
                                                const CodecVariable& variable, FilterUse use) = 0;

  /// Returns the kernel of a filter.
  /// throws: Error(not_found) if the filter is not available; Error(unsupported) if it cannot do
  /// what is needed, or only libhdf5 can run it.
  [[nodiscard]] virtual Kernel get_kernel(std::uint32_t id, FilterUse use) = 0;

  /// Registers a filter that libhdf5 does not find itself: one with a filter class of version 1,
  /// which libhdf5 ignores in plugins. Returns whether it did.
  [[nodiscard]] virtual bool register_with_libhdf5(std::uint32_t id) = 0;

  /// Returns the id of a filter whose name only a plugin knows, ignoring case.
  [[nodiscard]] virtual std::optional<std::uint32_t> find_id(std::string_view name) = 0;

  /// Returns the filter of a plugin's codec; empty if no plugin has this codec.
  /// throws: Error(unsupported) for members that the plugin rejects.
  [[nodiscard]] virtual std::optional<Filter> find_filter(const Codec& codec) = 0;

  /// Returns the plugin's codec for a filter. Metadata contain the visible parameters as the codec
  /// modified them for the variable; it may supply one that the user left out. Empty in Zarr v3 if
  /// the registry names another filter to use in Zarr.
  /// throws: Error(unsupported) for parameters that the plugin rejects.
  [[nodiscard]] virtual std::optional<Codec> find_codec(const Filter& visible, ZarrFormat format,
                                                        const ChunkLayout& layout,
                                                        const CodecVariable& variable) = 0;
};

/// Returns the filters built into HDF5, for use without plugins.
FilterSource& builtin_filters();

// ---- Parameters given to a filter again ----
//
// The registry converts stored parameters that it can read to visible form. Any other filter may
// add facts about the chunk to parameters that already contain some, or keep those of other chunks,
// and then uses the wrong ones. So it is bound to the chunks first, to see what it stores.

/// Returns whether the registry does not know what the stored parameters mean, only the filter
/// does.
[[nodiscard]] bool has_unknown_parameters(const StoredFilter& stored);

/// Returns a filter in visible form that stores the same parameters for the layout `of_stored`, and
/// the right ones for the layout `made`; empty if none is found.
[[nodiscard]] std::optional<Filter> visible_parameters_of(FilterSource& filters,
                                                          const StoredFilter& stored,
                                                          const ChunkLayout& of_stored,
                                                          const ChunkLayout& made);

/// Returns whether the filter only adds facts after parameters, and replaces facts that are there,
/// so that it does not matter whether a user's or stored ones are given.
[[nodiscard]] bool appends_facts(FilterSource& filters, const Filter& given,
                                 const ChunkLayout& layout);

}  // namespace ncf::filter
