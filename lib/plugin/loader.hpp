// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the library that provides one interface of a filter, and loads as little as possible: files
// that do not contain the entry point's name are skipped, and within a folder a file named after
// the filter is tried first. A library is opened once and stays open. Unusable libraries are
// skipped; survey_libraries reports why. If the user or the program has disabled HDF5 plugins, no
// library is opened. pair_libraries, which reports what is used, asks the same candidates in the
// same order.
//
// Thread rule: as in ncf/plugins.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "plugin/codec_adapter.hpp"
#include "plugin/h5z_adapter.hpp"

namespace ncf::plugin {

/// While this object exists, these libraries are skipped, here and in child processes started
/// meanwhile: a library that hangs when it is loaded would block every search. There may be one
/// such object at a time.
class AvoidedLibraries {
 public:
  explicit AvoidedLibraries(std::set<std::string> paths);
  AvoidedLibraries(const AvoidedLibraries&) = delete;
  AvoidedLibraries& operator=(const AvoidedLibraries&) = delete;
  ~AvoidedLibraries();
};

/// A filter class and its library.
struct LoadedFilter {
  FilterClass filter;
  std::string library;
};

/// Returns the class of filter `id`.
std::optional<LoadedFilter> load_filter(std::uint32_t id);

/// Returns the path of the first loaded library, in the order of the search, that provides filter
/// `id`; empty if there is none.
std::optional<std::string> find_loaded_library(std::uint32_t id);

/// A kernel and its library.
struct FoundKernel {
  filter::Kernel kernel;
  std::string library;  ///< empty for a kernel linked into this library
};

/// Returns the kernel of filter `id`. Linked kernels take precedence: they have the same version as
/// this code and need no search. No plugin can replace filters built into HDF5.
std::optional<FoundKernel> find_kernel(std::uint32_t id);

/// Returns the codec of filter `id`; from a library of default codecs only if no other library has
/// one.
std::optional<CodecTable> load_codec(std::uint32_t id);

/// Returns the codec with this numcodecs id, by the same rule.
std::optional<CodecTable> load_codec(std::string_view name);

}  // namespace ncf::plugin
