// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The positions of values in a classic file: a record is a chunk, everything else is contiguous.
// One thread.
#pragma once

#include <filesystem>
#include <string>

#include "model/stored_places.hpp"
#include "store/netcdf/classic_header.hpp"

namespace ncf::store::netcdf {

class ClassicStoredPlaces final : public model::StoredPlaces {
 public:
  /// schema: of the same file.
  /// throws: Error(corrupt) if the file does not match the schema.
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
