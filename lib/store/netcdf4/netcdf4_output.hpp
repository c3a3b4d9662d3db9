// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A new netCDF-4 file, written through libhdf5.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "model/chunk_store.hpp"
#include "model/dataset.hpp"
#include "store/netcdf4/schema_writer.hpp"
#include "store/tuning.hpp"

namespace ncf::store::netcdf4 {

/// One variable at a time is open, as of Netcdf4Dataset. What is not closed is given up: its file
/// is empty then.
class Netcdf4Output final : public model::Dataset {
 public:
  /// On disk; with `tuning.in_memory` in memory until it is closed. throws: Error.
  static std::unique_ptr<Netcdf4Output> create(const std::filesystem::path& path,
                                               const model::Schema& schema, const Tuning& tuning);
  /// In memory only. throws: Error.
  static std::unique_ptr<Netcdf4Output> rehearse(const model::Schema& schema);

  /// path: of the file; empty for one that is in memory only.
  Netcdf4Output(hdf5::Handle file, WrittenSchema written, std::filesystem::path path,
                const Tuning& tuning);
  ~Netcdf4Output() override;

  [[nodiscard]] const model::Schema& schema() const override { return written_.schema; }
  /// throws: Error(internal): it is an output.
  void read(model::VariableId variable, const model::Box& box, model::Values& values) override;
  void write(model::VariableId variable, const model::Box& box,
             const model::Values& values) override;
  void close() override;

  /// The stored bytes as they are by now; only to be looked at. Errors call the file `name`.
  /// throws: Error.
  [[nodiscard]] std::unique_ptr<model::ChunkStore> chunks(std::string name) const;

 private:
  struct OpenVariable {
    model::VariableId id;
    hdf5::Handle dataset;
    std::vector<std::size_t> extent;
  };

  OpenVariable& open_variable(model::VariableId id, const model::Box& box);
  void extend(OpenVariable& variable, const model::Box& box);
  void extend_coordinates();
  void close_objects();

  hdf5::Handle file_;
  WrittenSchema written_;
  std::filesystem::path path_;
  Tuning tuning_;
  std::optional<OpenVariable> current_;
};

}  // namespace ncf::store::netcdf4
