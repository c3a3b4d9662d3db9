// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Where values lie in a classic file: a record is a chunk, all else is contiguous. One thread.
#pragma once

#include <filesystem>
#include <string>

#include "model/stored_places.hpp"
#include "store/netcdf/classic_header.hpp"

namespace ncf::store::netcdf {

class ClassicStoredPlaces final : public model::StoredPlaces {
 public:
  /// Of a file whose variables are those of `schema`.
  /// throws: Error(corrupt) where the file is not what the schema says.
  ClassicStoredPlaces(const std::filesystem::path& path, const model::Schema& schema);

  [[nodiscard]] model::StoredForm stored_form(model::VariableId variable) override;
  [[nodiscard]] std::size_t stored_chunk_count(model::VariableId variable) override;
  [[nodiscard]] std::optional<model::StoredPlace> find(
      model::VariableId variable, std::span<const std::size_t> offset) override;

 private:
  model::Schema schema_;
  ClassicHeader header_;
};

}  // namespace ncf::store::netcdf
