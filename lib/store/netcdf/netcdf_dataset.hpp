// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A dataset behind libnetcdf: classic, 64-bit offset, CDF-5 and netCDF-4 files.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "model/dataset.hpp"
#include "store/netcdf/calls.hpp"
#include "store/netcdf/chunk_cache.hpp"
#include "store/netcdf/schema_reader.hpp"
#include "store/netcdf/schema_writer.hpp"
#include "store/tuning.hpp"

namespace ncf::store::netcdf {

/// Classic files, and what is on servers, which may be netCDF-4. One variable at a time has a chunk
/// cache, as large as the boxes it is met in ask for. Go variable by variable.
class NetcdfDataset final : public model::Dataset {
 public:
  /// throws: Error.
  static std::unique_ptr<NetcdfDataset> open(const std::string& path, const Tuning& tuning);
  /// A classic file. `schema` fits its format; variables keep the ids they have in it.
  /// throws: Error naming the variable at fault.
  static std::unique_ptr<NetcdfDataset> create(const std::filesystem::path& path,
                                               const model::Schema& schema, const Tuning& tuning);
  /// In memory. throws: as `create`.
  static std::unique_ptr<NetcdfDataset> rehearse(const model::Schema& schema);

  NetcdfDataset(File file, OpenSchema schema, const Tuning& tuning,
                OddFillValues odd_fill_values = {});

  [[nodiscard]] const model::Schema& schema() const override { return open_.schema; }
  [[nodiscard]] model::Provenance provenance() override;
  void read(model::VariableId variable, const model::Box& box, model::Values& values) override;
  void write(model::VariableId variable, const model::Box& box,
             const model::Values& values) override;
  void close() override;

 private:
  void prepare_chunk_cache(model::VariableId variable, const model::Box& box);
  void set_chunk_cache(model::VariableId variable, const ChunkCache& cache);
  void grow_dimensions(const model::Variable& variable, const model::Box& box);

  File file_;
  OpenSchema open_;
  Tuning tuning_;
  OddFillValues odd_fill_values_;             ///< of a file that is made
  std::optional<model::VariableId> current_;  ///< the variable read last
  ChunkCache current_cache_;
};

}  // namespace ncf::store::netcdf
