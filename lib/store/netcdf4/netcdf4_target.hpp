// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// A new netCDF-4 file, written through libhdf5.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hdf5/recording/recording.hpp"
#include "model/dataset/target.hpp"
#include "store/common/tuning.hpp"
#include "store/netcdf4/output_file.hpp"
#include "store/netcdf4/schema_writer.hpp"

namespace ncf::store::netcdf4 {

/// A target that writes a netCDF-4 file. As in Netcdf4Source, one variable at a time is open for
/// its values, and one for its stored bytes. If the target is not closed, its file becomes empty.
class Netcdf4Target final : public model::Target {
 public:
  /// Creates a file on disk. With `tuning.in_memory` it is in memory until closed, without stored
  /// bytes.
  /// name: in messages. throws: Error.
  static std::unique_ptr<Netcdf4Target> create(const std::filesystem::path& path, std::string name,
                                               const model::Schema& schema, const Tuning& tuning);
  /// For dry runs: a file in memory only, to which no values can be written. throws: Error.
  static std::unique_ptr<Netcdf4Target> create_in_memory(const model::Schema& schema);

  Netcdf4Target(std::string name, OutputFile file, WrittenSchema written, const Tuning& tuning);
  Netcdf4Target(const Netcdf4Target&) = delete;
  Netcdf4Target& operator=(const Netcdf4Target&) = delete;
  ~Netcdf4Target() override;

  [[nodiscard]] const model::Schema& schema() const override { return written_.schema; }
  [[nodiscard]] bool shows_stored_bytes() const noexcept override { return !tuning_.in_memory; }
  [[nodiscard]] bool is_shareable() const noexcept override { return !tuning_.in_memory; }
  [[nodiscard]] std::uint64_t definition_bytes() override;

 private:
  struct OpenVariable {
    model::VariableId id;
    hdf5::Handle dataset;
  };

  void do_write(model::VariableId variable, const model::Box& box,
                const model::Values& values) override;
  void do_expect(std::span<const model::ExpectedChunks> by_variable) override;
  [[nodiscard]] model::StoredForm do_stored_form(model::VariableId variable) override;
  [[nodiscard]] model::PlacedChunk do_place_chunk(model::VariableId variable,
                                                  std::span<const std::size_t> offset,
                                                  std::uint64_t bytes,
                                                  std::uint32_t filter_mask) override;
  void do_write_placed(std::span<const model::PlacedChunk> chunks,
                       std::span<const std::span<const std::byte>> bytes) override;
  [[nodiscard]] model::FilePlace do_file_place(const model::PlacedChunk& chunk) override {
    return {{}, chunk.place.begin};
  }
  void do_write_elements(model::VariableId variable, const model::Box& box,
                         std::span<const std::byte> elements) override;
  void do_extend(model::VariableId variable, std::span<const std::size_t> extent) override;
  void do_close() override;
  [[nodiscard]] std::uint64_t do_stored_bytes(model::VariableId variable) override;

  hdf5::Handle& open_values(model::VariableId id, const model::Box& box);
  hdf5::Handle& open_stored(model::VariableId id);
  void close_variable(std::optional<OpenVariable>& variable);
  /// Calls a function of libhdf5 that may encode chunks, perhaps of a variable written earlier.
  /// throws: as encoding_error.
  template <class Function, class... Arguments>
  void call_encoding(model::VariableId id, Function function, Arguments... arguments);
  /// Returns HDF5's message, with the filters that it was running and their variable.
  [[nodiscard]] Error encoding_error(model::VariableId id, const std::string& hdf5_text) const;
  /// Extends the dataset to the end of the box.
  void grow(model::VariableId id, const hdf5::Handle& dataset, const model::Box& box);
  void set_extent(model::VariableId id, const hdf5::Handle& dataset,
                  std::vector<std::size_t> extent);
  void extend_coordinates();
  void close_objects();

  OutputFile file_;
  WrittenSchema written_;
  Tuning tuning_;
  std::vector<std::uint64_t> stored_bytes_;
  std::optional<OpenVariable> values_;
  std::optional<OpenVariable> stored_;
  hdf5::UntouchedMemory nothing_;  ///< chunks are "written" from it, to record their places
};

}  // namespace ncf::store::netcdf4
