// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Stand-ins for filters that are to be stored but not run. HDF5 makes no dataset with a filter it
// does not know, and lets a filter it knows rewrite the words it is given (its `set_local`). To
// make one with exactly the words another file holds, a stand-in with the filter's id is
// registered, which rewrites nothing and needs no plugin. It cannot encode or decode: where that is
// asked for, find_availability puts the filter itself in its place.
//
// Thread rule: the thread that uses libhdf5 and libnetcdf.
// source: HDF5 reference manual, H5Zregister
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ncf::plugin {

class StandInFilters {
 public:
  /// Before the files are opened that they are for.
  StandInFilters() noexcept;
  StandInFilters(const StandInFilters&) = delete;
  StandInFilters& operator=(const StandInFilters&) = delete;
  /// When those files are closed: takes away what is left. One that an open dataset uses stays
  /// until it is asked for, and all do where libhdf5 could not close a file.
  ~StandInFilters();

  /// Ids that HDF5 does not let be replaced, its built-in filters', are left alone.
  /// throws: Error(internal).
  void add(std::span<const std::uint32_t> ids);

 private:
  std::ptrdiff_t files_before_;  ///< that libhdf5 had open
  std::vector<std::uint32_t> ids_;
};

/// Whether libhdf5 has a stand-in for the filter.
bool is_stand_in(std::uint32_t id) noexcept;

/// To be called when the filter itself was registered over its stand-in.
void forget_stand_in(std::uint32_t id) noexcept;

}  // namespace ncf::plugin
