// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A dataset of one chunk with one filter, in an HDF5 file that exists in memory only: what libhdf5
// and a filter make of each other, whether the filter is built in, of a plugin or a program's own.
//
// Thread rule: the thread that uses libhdf5 and libnetcdf.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "filter/kernel.hpp"
#include "hdf5/calls.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::plugin {

class ScratchDataset {
 public:
  /// The filter is mandatory; its parameters are visible ones, its callbacks are asked.
  /// throws: Error(unsupported), with the filter's words, where it cannot be used so.
  ScratchDataset(const Filter& visible, const filter::ChunkLayout& layout);

  /// The filter as the dataset has it.
  [[nodiscard]] StoredFilter stored_filter() const;

  /// Writes the chunk and closes the dataset, so that the filter has encoded it; opens it again and
  /// reads, so that it has decoded it. `values` are as long as the chunk.
  /// throws: Error(unsupported), with the filter's words.
  [[nodiscard]] std::vector<std::byte> round_trip(std::span<const std::byte> values);

  /// Bytes the chunk takes after round_trip.
  [[nodiscard]] std::size_t stored_bytes() const;

 private:
  hdf5::Handle type_;
  hdf5::Handle file_;
  hdf5::Handle dataset_;
};

}  // namespace ncf::plugin
