// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A dataset of one chunk with one filter, in an HDF5 file that exists in memory only. It shows what
// libhdf5 and a filter do with parameters and values, whether the filter is built in, from a plugin
// or registered by the program.
//
// Thread rule: the thread that uses libhdf5 and libnetcdf.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "filter/kernels/kernel.hpp"
#include "hdf5/library/calls.hpp"
#include "ncf/filter_spec.hpp"

namespace ncf::plugin {

class ScratchDataset {
 public:
  /// The filter is mandatory. visible: its parameters; libhdf5 calls its can_apply and set_local.
  /// throws: Error(unsupported) with the filter's message if it cannot be used this way.
  ScratchDataset(const Filter& visible, const filter::ChunkLayout& layout);

  /// Returns the filter as the dataset stores it, with working parameters.
  [[nodiscard]] StoredFilter stored_filter() const;

  /// Writes the chunk and closes the dataset, which makes the filter encode it; opens it again and
  /// reads the chunk, which makes the filter decode it. `values` are as long as the chunk.
  /// throws: Error(unsupported) with the filter's message.
  [[nodiscard]] std::vector<std::byte> round_trip(std::span<const std::byte> values);

  /// Returns the encoded size of the chunk, after round_trip.
  [[nodiscard]] std::size_t stored_bytes() const;

 private:
  hdf5::Handle type_;
  hdf5::Handle file_;
  hdf5::Handle dataset_;
};

}  // namespace ncf::plugin
