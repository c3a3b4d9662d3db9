// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// From what a user asks of a filter to what the filter works with. The two are types of their own,
// so that stored words are never given to a filter as a user's: zfp, bitshuffle and szip would take
// them for something else.
// source: netCDF documentation, "NetCDF-4 Filter Support", "Visible and Working Parameters"
#pragma once

#include <cstdint>
#include <vector>

#include "filter/kernel.hpp"

namespace ncf::filter {

/// What users write and Zarr's codecs show.
struct VisibleParameters {
  std::vector<std::uint32_t> words;

  friend bool operator==(const VisibleParameters&, const VisibleParameters&) = default;
};

/// What netCDF-4 files store and filters are called with.
struct WorkingParameters {
  std::vector<std::uint32_t> words;

  friend bool operator==(const WorkingParameters&, const WorkingParameters&) = default;
};

/// Makes the one of the other for a variable. I/O thread only: filters may ask libhdf5.
class Binding {
 public:
  Binding() = default;
  Binding(const Binding&) = delete;
  Binding& operator=(const Binding&) = delete;
  virtual ~Binding() = default;

  /// throws: Error(not_found) where filter `id` is not here; Error(unsupported), with the filter's
  /// words, where the parameters are wrong or it cannot be used on such a variable.
  [[nodiscard]] virtual WorkingParameters bind(std::uint32_t id, const VisibleParameters& visible,
                                               const ChunkLayout& layout) = 0;
};

}  // namespace ncf::filter
