// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A new classic, 64-bit offset or CDF-5 file, written through libnetcdf.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "model/dataset/target.hpp"
#include "store/common/tuning.hpp"
#include "store/netcdf/calls.hpp"
#include "store/netcdf/schema_reader.hpp"
#include "store/netcdf/schema_writer.hpp"

namespace ncf::store::netcdf {

class NetcdfTarget final : public model::Target {
 public:
  /// schema: valid for its format; its variable ids apply to the target. name: in messages.
  /// throws: Error naming the variable that failed.
  static std::unique_ptr<model::Target> create(const std::filesystem::path& path, std::string name,
                                               const model::Schema& schema, const Tuning& tuning);
  /// Creates a file in memory for dry runs. throws: as `create`.
  static std::unique_ptr<model::Target> create_in_memory(const model::Schema& schema);

  NetcdfTarget(std::string name, File file, OpenSchema schema, OddFillValues odd_fill_values);

  [[nodiscard]] const model::Schema& schema() const override { return open_.schema; }

 private:
  void do_write(model::VariableId variable, const model::Box& box,
                const model::Values& values) override;
  void do_extend(model::VariableId variable, std::span<const std::size_t> extent) override;
  void do_close() override;

  void grow_dimensions(const model::Variable& variable, const model::Box& box);

  File file_;
  OpenSchema open_;
  OddFillValues odd_fill_values_;
};

}  // namespace ncf::store::netcdf
