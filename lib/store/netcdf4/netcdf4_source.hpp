// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A netCDF-4 file, or any HDF5 file, read through libhdf5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/files/byte_source.hpp"
#include "filter/kernels/filter_source.hpp"
#include "model/dataset/source.hpp"
#include "store/common/tuning.hpp"
#include "store/netcdf4/schema_reader.hpp"
#include "store/netcdf4/stored_chunks.hpp"

namespace ncf::store::netcdf4 {

/// One variable at a time is open for its values, with a chunk cache sized for the requested boxes,
/// and one for its stored bytes. So files with thousands of variables take little memory, and
/// should be read variable by variable.
class Netcdf4Source final : public model::Source {
 public:
  /// name: in messages. filters: must outlive the result. throws: Error.
  static std::unique_ptr<Netcdf4Source> open(const std::filesystem::path& path, std::string name,
                                             const Tuning& tuning, filter::FilterSource& filters);
  /// Opens a file that is not on disk; the other files that it names cannot be found.
  static std::unique_ptr<Netcdf4Source> open(std::shared_ptr<const base::ByteSource> bytes,
                                             std::string name, const Tuning& tuning,
                                             filter::FilterSource& filters);

  Netcdf4Source(std::string name, hdf5::Handle file, OpenSchema open, const Tuning& tuning,
                filter::FilterSource& filters);

  [[nodiscard]] const model::Schema& schema() const override { return open_.schema; }
  [[nodiscard]] model::Provenance provenance() override { return open_.provenance; }
  [[nodiscard]] std::optional<model::FileLayout> file_layout() override;
  [[nodiscard]] model::RequestedLayout layout_to_keep() override;
  [[nodiscard]] std::optional<Error> fault(model::VariableId variable) const override;
  [[nodiscard]] std::set<std::string> other_files() const override { return open_.other_files; }
  [[nodiscard]] std::set<std::string> other_files(model::VariableId id) const override {
    return open_.variables[id].other_files;
  }
  [[nodiscard]] bool shows_stored_bytes() const noexcept override { return true; }
  [[nodiscard]] bool is_one_file() const noexcept override { return true; }
  [[nodiscard]] std::uint64_t ahead_bytes() const override;

 private:
  static std::unique_ptr<Netcdf4Source> open(const std::function<hdf5::Handle()>& open_file,
                                             std::string name, const Tuning& tuning,
                                             OtherFiles others, filter::FilterSource& filters);

  /// A variable read as values.
  struct Values {
    model::VariableId id;
    hdf5::Handle dataset;
    ChunkCheck chunks;
  };

  /// A variable read as stored.
  struct Stored {
    model::VariableId id;
    hdf5::Handle dataset;
    std::optional<StoredChunks> chunks;  ///< set when a chunk is first looked up
  };

  void do_read(model::VariableId variable, const model::Box& box, model::Values& values) override;
  [[nodiscard]] model::StoredForm do_stored_form(model::VariableId variable) override;
  [[nodiscard]] std::size_t do_stored_chunk_count(model::VariableId variable) override;
  [[nodiscard]] std::uint64_t do_stored_bytes(model::VariableId variable) override;
  void do_expect_found(model::VariableId variable) override { open_stored(variable); }
  [[nodiscard]] std::optional<std::vector<std::vector<std::size_t>>> do_list_chunks(
      model::VariableId id) override;
  [[nodiscard]] std::optional<model::StoredPlace> do_find_chunk(
      model::VariableId variable, std::span<const std::size_t> offset) override;
  [[nodiscard]] std::optional<model::ElementPlaces> do_find_elements(
      model::VariableId variable) override;
  void do_read_bytes(model::VariableId variable, std::uint64_t offset,
                     std::span<std::byte> bytes) override;
  void do_will_read(model::VariableId variable, std::uint64_t begin,
                    std::uint64_t bytes) noexcept override;
  void do_read_elements(model::VariableId variable, const model::Box& box,
                        std::span<std::byte> elements) override;

  /// Adds variables to the layout for as long as `goes_on`.
  model::FileLayout read_layout(const std::function<bool(const model::FileLayout&)>& goes_on);
  Values& open_values(model::VariableId id, const model::Box& box);
  Stored& open_stored(model::VariableId id);
  StoredChunks& stored_chunks(model::VariableId id);
  const hdf5::StoredAmount& stored_amount(model::VariableId id);
  void keep_file_open(const Stored& stored);
  void read_box(model::VariableId id, const model::Box& box, model::Values& values);
  /// Reads strings of fixed length. stored: the part of `box` that the dataset has.
  void read_texts(model::VariableId id, const model::Box& box, const model::Box& stored,
                  model::Values& values);
  /// to: memory for the values of `box`.
  void read_parts(model::VariableId id, const model::Box& box, const std::vector<model::Box>& parts,
                  void* to) const;
  void fill_missing(model::VariableId id, const model::Box& box, const model::Box& stored,
                    model::Values& values);

  hdf5::Handle file_;
  std::vector<model::FileRange> metadata_;  ///< that were read to open the file
  OpenSchema open_;
  Tuning tuning_;
  filter::FilterSource& filters_;
  std::optional<Values> values_;
  std::optional<Stored> stored_;
  std::vector<std::optional<hdf5::StoredAmount>> amounts_;  ///< by variable; set when first needed
  std::vector<hdf5::Recording*> recordings_;  ///< of the variable's file; set once it was open
  std::vector<hdf5::Handle> other_files_;     ///< files with variables that were open
};

}  // namespace ncf::store::netcdf4
