// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A netCDF-4 file, or any HDF5 file, read through libhdf5.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "filter/filter_source.hpp"
#include "model/dataset.hpp"
#include "store/netcdf4/chunk_check.hpp"
#include "store/netcdf4/schema_reader.hpp"
#include "store/tuning.hpp"

namespace ncf::store::netcdf4 {

/// One variable at a time is open, with a chunk cache as large as the boxes it is met in ask for:
/// files of thousands of variables are read in little memory. Go variable by variable.
class Netcdf4Dataset final : public model::Dataset {
 public:
  /// throws: Error.
  static std::unique_ptr<Netcdf4Dataset> open(const std::filesystem::path& path,
                                              const Tuning& tuning, filter::FilterSource& filters);

  /// filters: outlive this.
  Netcdf4Dataset(hdf5::Handle file, OpenSchema open, const Tuning& tuning,
                 filter::FilterSource& filters);

  [[nodiscard]] const model::Schema& schema() const override { return open_.schema; }
  [[nodiscard]] model::Provenance provenance() override { return open_.provenance; }
  void read(model::VariableId variable, const model::Box& box, model::Values& values) override;
  /// throws: Error(internal): it is an input.
  void write(model::VariableId variable, const model::Box& box,
             const model::Values& values) override;
  void close() override;

 private:
  /// The variable that is being read.
  struct OpenVariable {
    model::VariableId id;
    hdf5::Handle dataset;
    ChunkCheck chunks;
  };

  OpenVariable& open_variable(model::VariableId id, const model::Box& box);
  void read_box(model::VariableId id, const model::Box& box, model::Values& values);
  /// to: memory for the values of `box`.
  void read_parts(model::VariableId id, const model::Box& box, const std::vector<model::Box>& parts,
                  void* to) const;
  void fill_missing(model::VariableId id, const model::Box& box, const model::Box& stored,
                    model::Values& values);

  hdf5::Handle file_;
  OpenSchema open_;
  Tuning tuning_;
  filter::FilterSource& filters_;
  std::optional<OpenVariable> current_;
};

}  // namespace ncf::store::netcdf4
