// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Classic, 64-bit offset and CDF-5 files, and datasets on servers, read through libnetcdf.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/files/byte_source.hpp"
#include "model/dataset/source.hpp"
#include "store/common/tuning.hpp"
#include "store/netcdf/calls.hpp"
#include "store/netcdf/classic_header.hpp"
#include "store/netcdf/schema_reader.hpp"

namespace ncf::store::netcdf {

/// A classic file: its header, which libnetcdf does not expose, and the file itself.
struct ClassicFile {
  ClassicHeader header;
  std::shared_ptr<const base::ByteSource> bytes;
};

/// A dataset on a server may be netCDF-4.
class NetcdfSource final : public model::Source {
 public:
  /// name: in messages. location: a path or a URL; empty for a classic file that libnetcdf cannot
  /// read; it gets only the header. classic: null for all other datasets.
  /// throws: Error.
  static std::unique_ptr<model::Source> open(std::string name, const std::string& location,
                                             std::shared_ptr<const base::ByteSource> classic,
                                             const Tuning& tuning);

  NetcdfSource(std::string name, std::optional<ClassicFile> classic, File file, OpenSchema schema,
               bool is_in_memory);

  [[nodiscard]] const model::Schema& schema() const override { return open_.schema; }
  [[nodiscard]] model::Provenance provenance() override;
  [[nodiscard]] bool is_one_file() const noexcept override { return classic_.has_value(); }
  [[nodiscard]] std::uint64_t ahead_bytes() const override;

 private:
  void do_read(model::VariableId variable, const model::Box& box, model::Values& values) override;
  [[nodiscard]] std::uint64_t do_stored_bytes(model::VariableId variable) override;
  [[nodiscard]] std::optional<model::ElementPlaces> do_find_elements(
      model::VariableId variable) override;
  void do_read_bytes(model::VariableId variable, std::uint64_t offset,
                     std::span<std::byte> bytes) override;

  std::optional<ClassicFile> classic_;
  File file_;
  OpenSchema open_;
  bool is_in_memory_;
};

}  // namespace ncf::store::netcdf
