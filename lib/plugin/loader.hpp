// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds the library that gives one interface of one filter, in the order pair_libraries has, and
// loads no more than it must: a file that does not hold the name of the entry point is passed over
// unopened, and within a folder a file named after the filter is looked at first. A library is
// opened once and stays. Libraries that cannot be used are passed over; survey_libraries says why.
// No library is opened where the user or the program forbade HDF5 to load plugins.
//
// Thread rule: as ncf/plugins.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "plugin/inspect.hpp"

namespace ncf::plugin {

/// While it lives, these libraries are passed over unopened, here and in children that begin then:
/// one that hangs when it is loaded would hold up every search. There is one at a time.
class AvoidedLibraries {
 public:
  explicit AvoidedLibraries(std::set<std::string> paths);
  AvoidedLibraries(const AvoidedLibraries&) = delete;
  AvoidedLibraries& operator=(const AvoidedLibraries&) = delete;
  ~AvoidedLibraries();
};

/// A filter class and the library it is of.
struct LoadedFilter {
  FilterClass filter;
  std::string library;
};

std::optional<LoadedFilter> load_filter(std::uint32_t id);

/// A kernel and the library it is of.
struct FoundKernel {
  filter::Kernel kernel;
  std::string library;  ///< empty for one this library is linked with
};

/// The kernel of filter `id`. Those linked in go first: they are of this version, and need no
/// search; no plugin can replace what HDF5 itself has built in.
std::optional<FoundKernel> find_kernel(std::uint32_t id);

/// The codec of filter `id`; one of a library of defaults only where there is no other.
std::optional<CodecTable> load_codec(std::uint32_t id);

/// The codec of a name, numcodecs' id; likewise.
std::optional<CodecTable> load_codec(std::string_view name);

}  // namespace ncf::plugin
