// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The positions of chunks and contiguous elements in a netCDF-4 file. I/O thread only.
#pragma once

#include <filesystem>
#include <optional>
#include <span>

#include "hdf5/calls.hpp"
#include "model/stored_places.hpp"
#include "store/netcdf4/schema_reader.hpp"
#include "store/netcdf4/stored_chunks.hpp"

namespace ncf::store::netcdf4 {

class Netcdf4StoredPlaces final : public model::StoredPlaces {
 public:
  /// open: the schema of the same file; outlives this object. throws: Error.
  Netcdf4StoredPlaces(const std::filesystem::path& path, const OpenSchema& open);

  [[nodiscard]] model::StoredForm stored_form(model::VariableId variable) override;
  [[nodiscard]] std::size_t stored_chunk_count(model::VariableId variable) override;
  [[nodiscard]] std::optional<model::StoredPlace> find(
      model::VariableId variable, std::span<const std::size_t> offset) override;

 private:
  struct Stored {
    model::VariableId id;
    hdf5::Handle dataset;
    std::optional<StoredChunks> chunks;  ///< for a chunked variable
  };

  Stored& open_stored(model::VariableId id);
  template <class Work>
  decltype(auto) at_variable(model::VariableId id, Work&& work) const;

  hdf5::Handle file_;  ///< opened a second time, to note raw data transfers
  const OpenSchema& open_;
  std::optional<Stored> stored_;
};

}  // namespace ncf::store::netcdf4
