// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Filters that libhdf5 knows because we registered them: those of the program
// (ncf::register_filter), and placeholders.
//
// A placeholder is a filter that is stored but not run. HDF5 creates no dataset with a filter it
// does not know, and a known filter may rewrite its parameters (`set_local`). To create a dataset
// with exactly the parameters of another file, we register a placeholder with the filter's id,
// which rewrites nothing and needs no plugin. It cannot encode or decode; when that is needed,
// register_filter replaces it with the filter itself.
//
// Thread rule: the thread that uses libhdf5 and libnetcdf.
// source: HDF5 reference manual, H5Zregister
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "filter/registry/known_ids.hpp"

namespace ncf::plugin {

/// Returns the class of filter `id` that the program registered, which a placeholder may have
/// replaced in libhdf5; null if it registered none.
const void* class_of_program(std::uint32_t id) noexcept;

class PlaceholderFilters {
 public:
  /// Create it before opening the files that need placeholders.
  PlaceholderFilters() noexcept;
  PlaceholderFilters(const PlaceholderFilters&) = delete;
  PlaceholderFilters& operator=(const PlaceholderFilters&) = delete;
  /// Destroy it after closing those files: unregisters the remaining placeholders. One that an open
  /// dataset uses stays until its filter is needed; all stay if libhdf5 failed to close a file.
  ~PlaceholderFilters();

  /// Skips ids that HDF5 does not allow to be replaced, those of its built-in filters. Files get
  /// the names.
  /// throws: Error(internal).
  void add(const filter::FilterNames& names);

 private:
  std::ptrdiff_t files_before_;  ///< open in libhdf5 at construction
  std::vector<std::uint32_t> ids_;
};

/// Returns whether the filter registered in libhdf5 is a placeholder.
bool is_placeholder(std::uint32_t id) noexcept;

/// Call it after registering the filter itself over its placeholder.
void forget_placeholder(std::uint32_t id) noexcept;

}  // namespace ncf::plugin
