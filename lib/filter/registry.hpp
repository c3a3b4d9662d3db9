// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What is known about filters: one row each, all in registry_table.cpp. To add a filter, add a row
// there. Constant data; any thread.
//
// source: the list of filters registered with The HDF Group; parameters as measured with the
// filters themselves
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "filter/codec_facts.hpp"
#include "filter/schema.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::filter {

/// Where a user gets a filter.
struct Providers {
  bool hdf5 = false;                     ///< built into HDF5
  bool ncf = false;                      ///< a plugin of our own, in this build
  std::string_view ncf_built_with = {};  ///< library that such a plugin needs, if not all builds
                                         ///< have one
  std::string_view debian_package = {};  ///< of Debian 12
  bool python_hdf5plugin = false;        ///< the Python package hdf5plugin
};

/// Converts stored words that hold more than their layout describes to user form; empty if `words`
/// are not of that kind.
using StoredReader =
    std::optional<std::vector<std::uint32_t>> (*)(std::span<const std::uint32_t> words);

/// Whether values change, by words in user form.
using LossTest = bool (*)(std::span<const std::uint32_t> words);

/// What a filter takes and returns, in the classes of Zarr v3. It decides which orders of filters
/// keep values: see chain_order.hpp.
/// source: Zarr v3 specification, "Codecs"
enum class FilterKind : std::uint8_t {
  values_to_values,  ///< rounds values, which stay values
  values_to_bytes,   ///< encodes values, possibly with loss; the default for unknown filters
  bytes_to_bytes,    ///< permutes, checks or compresses any bytes without loss
};

/// The filter's bound on the absolute error, by words in user form; empty if it has none.
using ErrorBound = std::optional<double> (*)(std::span<const std::uint32_t> words);

/// A row of the registry.
struct FilterFacts {
  std::uint32_t id = 0;
  std::string_view name = {};
  std::span<const std::string_view> aliases = {};
  std::string_view description = {};  ///< one line, without a full stop
  FilterKind kind = FilterKind::values_to_bytes;
  Providers providers = {};
  /// The user form; several if a mode decides which parameters there are. Empty if the parameters
  /// are unknown: users then give raw words.
  std::span<const Layout> user = {};
  /// The stored form, if it differs from the user form.
  std::span<const Layout> stored = {};
  StoredReader read_stored = nullptr;  ///< set if stored words must never be given as user words
  LossTest is_lossy = nullptr;         ///< null if no loss is known
  ErrorBound error_bound = nullptr;    ///< null if it has no bound
  /// Words that match no layout are valid too: another filter has the same id, or versions differ.
  bool open = false;
  std::span<const CodecFacts> codecs = {};  ///< for Zarr; empty, or the first one is written
  std::string_view in_zarr = {};            ///< a similar spec, if no codec has its bytes
};

/// All rows, by id.
std::span<const FilterFacts> all_filters() noexcept;

/// Codecs known to have no filter, by name.
std::span<const CodecWithoutFilter> codecs_without_filter() noexcept;

/// The row of an id, or null.
const FilterFacts* find_filter(std::uint32_t id) noexcept;

/// The row of a name or alias, ignoring case, or null.
const FilterFacts* find_filter(std::string_view name) noexcept;

/// The row of a name or alias.
/// throws: Error(not_found) suggesting similar names.
const FilterFacts& get_filter(std::string_view name);

/// Whether the filter is known to change values.
bool is_lossy(const Filter& filter);

/// A filter that the registry does not know counts as values_to_bytes, because it may change
/// values.
FilterKind kind_of(const Filter& filter);

/// A lossy filter's bound on the absolute error; empty if it has none.
std::optional<double> error_bound(const Filter& filter);

/// A filter's name in messages: "filter 307 (bzip2)", "filter 399".
std::string filter_title(std::uint32_t id);

/// The same with a name that may be missing in the registry.
std::string filter_title(std::uint32_t id, std::string_view name);

/// Where to get the filter, for messages: "ncf's own plugin or Debian package hdf5-filter-plugin";
/// empty if unknown.
std::string providers_of(const FilterFacts& facts);

}  // namespace ncf::filter
