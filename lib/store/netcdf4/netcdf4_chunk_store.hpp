// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// The stored bytes of a netCDF-4 file, through libhdf5. A file may be open here and in libnetcdf at
// the same time, as long as nothing is written here: libnetcdf would not learn of it.
//
// Chunks are asked for one by one: HDF5 1.10 needs quadratic time to tell all their addresses.
// source: HDF5 reference manual, H5Dread_chunk and H5Dwrite_chunk
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "hdf5/calls.hpp"
#include "hdf5/recording_driver.hpp"
#include "model/chunk_store.hpp"
#include "store/netcdf4/stored_chunks.hpp"

namespace ncf::store::netcdf4 {

class Netcdf4ChunkStore final : public model::ChunkStore {
 public:
  /// Of a file whose variables are those of `schema`; errors call it `name`, or only name the
  /// variable where that is empty. throws: Error.
  static std::unique_ptr<Netcdf4ChunkStore> open(const std::filesystem::path& path,
                                                 const model::Schema& schema, std::string name);
  /// Of a file that is open here under this path, for reading. throws: Error.
  static std::unique_ptr<Netcdf4ChunkStore> look_at(const std::filesystem::path& path,
                                                    const model::Schema& schema, std::string name);
  /// For writing. throws: Error.
  static std::unique_ptr<Netcdf4ChunkStore> edit(const std::filesystem::path& path,
                                                 const model::Schema& schema, std::string name);
  Netcdf4ChunkStore(hdf5::Handle file, model::Schema schema, std::string name,
                    std::filesystem::path output = {});
  ~Netcdf4ChunkStore() override;

  [[nodiscard]] model::StoredForm stored_form(model::VariableId variable) override;
  [[nodiscard]] std::size_t stored_chunk_count(model::VariableId variable) override;
  [[nodiscard]] std::uint64_t stored_bytes(model::VariableId variable) override;
  bool read_chunk(model::VariableId variable, std::span<const std::size_t> offset,
                  model::StoredChunk& chunk) override;
  /// Where a chunk lies in a file of open_recorded; empty if it was never written.
  /// throws: as `read_chunk`.
  [[nodiscard]] std::optional<model::StoredPlace> find_chunk(model::VariableId variable,
                                                             std::span<const std::size_t> offset);
  [[nodiscard]] model::PlacedChunk place_chunk(model::VariableId variable,
                                               std::span<const std::size_t> offset,
                                               std::span<const std::byte> bytes,
                                               std::uint32_t filter_mask) override;
  void write_placed(std::span<const model::PlacedChunk> chunks) override;
  void read_elements(model::VariableId variable, const model::Box& box,
                     std::span<std::byte> elements) override;
  void write_elements(model::VariableId variable, const model::Box& box,
                      std::span<const std::byte> elements) override;
  void extend(model::VariableId variable, std::span<const std::size_t> extent) override;
  void close() override;

 private:
  struct OpenVariable {
    hdf5::Handle dataset;
    std::optional<model::StoredForm> form;  ///< once asked for
    std::optional<StoredChunks> chunks;     ///< once one is read
  };

  OpenVariable& open_variable(model::VariableId variable);
  const model::StoredForm& form_of(model::VariableId id, OpenVariable& variable);
  StoredChunks& chunks_of(model::VariableId id, OpenVariable& variable);
  void close_variables();
  template <class Work>
  decltype(auto) named(model::VariableId variable, Work work) const;
  template <class Work>
  decltype(auto) at_variable(model::VariableId variable, Work work);

  hdf5::Handle file_;
  model::Schema schema_;
  std::string name_;
  std::filesystem::path output_;          ///< what is being written; empty for inputs
  hdf5::Recording* recording_ = nullptr;  ///< of what is being written
  std::map<model::VariableId, OpenVariable> open_;
};

}  // namespace ncf::store::netcdf4
