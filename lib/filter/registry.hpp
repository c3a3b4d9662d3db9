// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// What is known about filters: one row each, all in registry_table.cpp. Adding a filter is adding
// a row there. Constant data that lives as long as the program; any thread.
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

/// What brings a filter to a machine.
struct Providers {
  bool hdf5 = false;                     ///< built into HDF5
  bool ncf = false;                      ///< a plugin of our own, in this build
  std::string_view ncf_built_with = {};  ///< the library such a plugin needs, where not all builds
                                         ///< have one
  std::string_view debian_package = {};  ///< of Debian 12
  bool python_hdf5plugin = false;        ///< the Python package hdf5plugin
};

/// The user form of stored words that hold more than their layout says; empty when `words` are
/// not of that kind.
using StoredReader =
    std::optional<std::vector<std::uint32_t>> (*)(std::span<const std::uint32_t> words);

/// Whether values come back otherwise than they were written, by the words of the user form.
using LossTest = bool (*)(std::span<const std::uint32_t> words);

/// What a filter works on and what it leaves, as Zarr v3 sorts codecs. It decides which orders of
/// filters keep values: see chain_order.hpp.
/// source: Zarr v3 specification, "Codecs"
enum class FilterKind : std::uint8_t {
  values_to_values,  ///< rounds values and leaves them where they are
  values_to_bytes,   ///< encodes values, perhaps with loss; also every filter not known otherwise
  bytes_to_bytes,    ///< permutes, checks or compresses any bytes without loss
};

/// The largest absolute error that a filter promises, by the words of the user form; empty if it
/// promises nothing.
using ErrorBound = std::optional<double> (*)(std::span<const std::uint32_t> words);

/// A row of the registry.
struct FilterFacts {
  std::uint32_t id = 0;
  std::string_view name = {};
  std::span<const std::string_view> aliases = {};
  std::string_view description = {};  ///< one line, without a full stop
  FilterKind kind = FilterKind::values_to_bytes;
  Providers providers = {};
  /// The user form; more than one when a mode decides which parameters there are. Empty when the
  /// parameters are not known: users then give raw words.
  std::span<const Layout> user = {};
  /// The stored form, where it differs from the user form.
  std::span<const Layout> stored = {};
  StoredReader read_stored = nullptr;  ///< set when stored words must never be given as user words
  LossTest is_lossy = nullptr;         ///< null where no loss is known
  ErrorBound error_bound = nullptr;    ///< null if it promises nothing
  /// Words that fit no layout are right too: another filter has the same id, or versions differ.
  bool open = false;
  std::span<const CodecFacts> codecs = {};  ///< of Zarr; none, or the one to write first
  std::string_view in_zarr = {};  ///< where no codec has its bytes: a spec that comes near
};

/// All rows, by id.
std::span<const FilterFacts> all_filters() noexcept;

/// Codecs known to have no filter, by name.
std::span<const CodecWithoutFilter> codecs_without_filter() noexcept;

/// The row of an id, or null.
const FilterFacts* find_filter(std::uint32_t id) noexcept;

/// The row of a name or alias, or null. Letter case is ignored: `ZSTD` is zstd.
const FilterFacts* find_filter(std::string_view name) noexcept;

/// The row of a name or alias.
/// throws: Error (not_found) that suggests names like it.
const FilterFacts& get_filter(std::string_view name);

/// Whether the filter is known to change values.
bool is_lossy(const Filter& filter);

/// A filter that the registry does not know may change values, and so counts as values_to_bytes.
FilterKind kind_of(const Filter& filter);

/// The largest absolute error that a filter which changes values promises; empty if it promises
/// nothing.
std::optional<double> error_bound(const Filter& filter);

/// What messages call a filter: "filter 307 (bzip2)", "filter 399".
std::string filter_title(std::uint32_t id);

/// The same with a name that the registry need not know.
std::string filter_title(std::uint32_t id, std::string_view name);

/// What would provide the filter, for messages: "ncf's own plugin or Debian package
/// hdf5-filter-plugin"; empty when nothing is known.
std::string providers_of(const FilterFacts& facts);

}  // namespace ncf::filter
