// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where chunks and contiguous elements lie in a netCDF-4 file. I/O thread only.
#pragma once

#include <filesystem>

#include "hdf5/calls.hpp"
#include "model/stored_places.hpp"
#include "store/netcdf4/netcdf4_chunk_store.hpp"

namespace ncf::store::netcdf4 {

class Netcdf4StoredPlaces final : public model::StoredPlaces {
 public:
  /// Of a file whose variables are those of `schema`. throws: Error.
  Netcdf4StoredPlaces(const std::filesystem::path& path, const model::Schema& schema);

  [[nodiscard]] model::StoredForm stored_form(model::VariableId variable) override;
  [[nodiscard]] std::size_t stored_chunk_count(model::VariableId variable) override;
  [[nodiscard]] std::optional<model::StoredPlace> find(
      model::VariableId variable, std::span<const std::size_t> offset) override;

 private:
  [[nodiscard]] std::optional<model::StoredPlace> find_contiguous(model::VariableId variable);

  hdf5::Handle file_;
  model::Schema schema_;
  Netcdf4ChunkStore store_;  ///< through a second handle of the file
};

}  // namespace ncf::store::netcdf4
