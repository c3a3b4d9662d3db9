// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/open.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

#include "base/at_place.hpp"
#include "ncf/error.hpp"
#include "store/format_check.hpp"
#include "store/input.hpp"
#include "store/netcdf/calls.hpp"
#include "store/netcdf/classic_header.hpp"
#include "store/netcdf/classic_stored_places.hpp"
#include "store/netcdf/netcdf_dataset.hpp"
#include "store/netcdf4/netcdf4_chunk_store.hpp"
#include "store/netcdf4/netcdf4_dataset.hpp"
#include "store/netcdf4/netcdf4_output.hpp"
#include "store/netcdf4/netcdf4_stored_places.hpp"
#include "store/zarr/open_zarr.hpp"

namespace ncf::store {

namespace {

// libnetcdf says "Permission denied" to all that goes wrong here.
void check_parent(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  std::error_code ignored;
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
    throw Error(ErrorCode::not_found, "no such folder: " + folder.string());
  }
}

/// An output may take the place of an empty file, which keeps its name, but not of any other.
void check_free(const std::filesystem::path& path) {
  std::error_code not_a_file;
  const std::uintmax_t bytes = std::filesystem::file_size(path, not_a_file);
  if (!not_a_file && bytes > 0) throw Error(ErrorCode::io, "the file exists already");
}

std::uint64_t classic_bytes(const model::Schema& schema, const model::Variable& variable) {
  std::uint64_t bytes = variable.type->size_bytes;
  for (const std::size_t length : schema.shape(variable)) bytes *= length;
  return bytes;
}

bool is_file(const Input& input) {
  const location::Implementation implementation = input.inference.implementation;
  return input.path && (implementation == location::Implementation::netcdf3 ||
                        implementation == location::Implementation::hdf5);
}

/// Whether it is a store of Zarr in a folder here, which is ours to read; others are libnetcdf's.
bool is_zarr_folder(const Input& input) {
  return input.is_folder && input.inference.implementation == location::Implementation::zarr;
}

zarr::XarrayNames xarray_names_of(const Input& input) {
  return input.inference.has_mode("noxarray") ? zarr::XarrayNames::ignored
                                              : zarr::XarrayNames::read;
}

bool is_hdf5_file(const Input& input) {
  return input.path && input.inference.implementation == location::Implementation::hdf5;
}

std::unique_ptr<model::Dataset> open_netcdf(const Input& input, const Tuning& tuning,
                                            filter::FilterSource& filters) {
  if (is_hdf5_file(input)) return netcdf4::Netcdf4Dataset::open(*input.path, tuning, filters);
  return netcdf::NetcdfDataset::open(input.name, tuning);
}

void check_whole(const Input& input) {
  if (!input.path) return;
  const std::uint64_t bytes = input_bytes(input);
  const std::uint64_t needed = netcdf::classic_extent(*input.path);
  if (bytes >= needed) return;
  throw Error(ErrorCode::corrupt,
              fmt::format("the file is cut short: it has {} bytes of {}", bytes, needed));
}

}  // namespace

std::unique_ptr<model::Dataset> open_dataset(const std::string& name, const Tuning& tuning,
                                             filter::FilterSource& filters) {
  return base::at_place(name, [&]() -> std::unique_ptr<model::Dataset> {
    const Input input = find_input(name);
    if (tuning.in_memory && !is_file(input)) {
      throw Error(ErrorCode::unsupported, "only a netCDF file can be read into memory first");
    }
    if (is_zarr_folder(input))
      return zarr::open_dataset(*input.path, xarray_names_of(input), filters, tuning);
    if (input.inference.implementation == location::Implementation::netcdf3) check_whole(input);
    return open_netcdf(input, tuning, filters);
  });
}

std::unique_ptr<model::Dataset> create_dataset(const std::filesystem::path& path,
                                               const model::Schema& schema, const Tuning& tuning,
                                               filter::FilterSource& filters) {
  check_format(schema);
  check_parent(path);
  if (is_zarr(schema.format)) return zarr::create_dataset(path, schema, filters, tuning);
  check_name(path.string());
  check_free(path);
  if (is_netcdf4(schema.format)) return netcdf4::Netcdf4Output::create(path, schema, tuning);
  return netcdf::NetcdfDataset::create(path, schema, tuning);
}

std::unique_ptr<model::Dataset> rehearse_dataset(const model::Schema& schema,
                                                 filter::FilterSource& filters) {
  check_format(schema);
  if (is_zarr(schema.format)) return zarr::rehearse_dataset(schema, filters);
  if (is_netcdf4(schema.format)) return netcdf4::Netcdf4Output::rehearse(schema);
  return netcdf::NetcdfDataset::rehearse(schema);
}

std::unique_ptr<model::ChunkStore> open_chunks(const std::string& name, const model::Schema& schema,
                                               filter::FilterSource& filters) {
  return base::at_place(name, [&]() -> std::unique_ptr<model::ChunkStore> {
    const Input input = find_input(name);
    if (is_zarr_folder(input))
      return zarr::open_chunks(*input.path, xarray_names_of(input), schema, name, filters);
    return is_hdf5_file(input) ? netcdf4::Netcdf4ChunkStore::open(*input.path, schema, name)
                               : nullptr;
  });
}

std::unique_ptr<model::ChunkStore> look_at_chunks(const std::filesystem::path& path,
                                                  const model::Schema& schema,
                                                  const std::string& name,
                                                  filter::FilterSource& filters) {
  if (is_zarr(schema.format)) return zarr::rehearse_chunks(schema, filters);
  return netcdf4::Netcdf4ChunkStore::look_at(path, schema, name);
}

std::unique_ptr<model::ChunkStore> edit_chunks(const std::filesystem::path& path,
                                               const model::Schema& schema, const std::string& name,
                                               filter::FilterSource& filters) {
  if (is_zarr(schema.format)) return zarr::edit_chunks(path, schema, name, filters);
  return netcdf4::Netcdf4ChunkStore::edit(path, schema, name);
}

std::unique_ptr<model::ChunkStore> rehearse_chunks(const model::Schema& schema,
                                                   filter::FilterSource& filters) {
  check_format(schema);
  if (is_zarr(schema.format)) return zarr::rehearse_chunks(schema, filters);
  return netcdf4::Netcdf4Output::rehearse(schema)->chunks("in memory");
}

std::unique_ptr<model::StoredPlaces> open_places(const std::string& name,
                                                 const model::Schema& schema) {
  return base::at_place(name, [&]() -> std::unique_ptr<model::StoredPlaces> {
    const Input input = find_input(name);
    if (!is_file(input)) {
      throw Error(ErrorCode::unsupported, "references are made to a netCDF file on this machine");
    }
    if (input.inference.implementation == location::Implementation::netcdf3) {
      return std::make_unique<netcdf::ClassicStoredPlaces>(*input.path, schema);
    }
    return std::make_unique<netcdf4::Netcdf4StoredPlaces>(*input.path, schema);
  });
}

void consolidate(const std::filesystem::path& path) { zarr::consolidate(path); }

std::vector<std::uint64_t> stored_bytes(const std::string& name, const model::Schema& schema) {
  std::vector<std::uint64_t> sizes(schema.variables.size(), 0);
  if (const auto chunks = open_chunks(name, schema)) {
    for (model::VariableId id = 0; id < sizes.size(); ++id) sizes[id] = chunks->stored_bytes(id);
    base::at_place(name, [&] { chunks->close(); });
    return sizes;
  }
  const Input input = base::at_place(name, [&] { return find_input(name); });
  if (input.path && input.inference.implementation == location::Implementation::netcdf3) {
    std::transform(
        schema.variables.begin(), schema.variables.end(), sizes.begin(),
        [&](const model::Variable& variable) { return classic_bytes(schema, variable); });
  }
  return sizes;
}

}  // namespace ncf::store
