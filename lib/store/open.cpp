// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/open.hpp"

#include <cstdint>
#include <system_error>

#include "base/error_context.hpp"
#include "base/text/url_secrets.hpp"
#include "libnetcdf/functions.hpp"
#include "ncf/error.hpp"
#include "store/format_check.hpp"
#include "store/netcdf4/netcdf4_source.hpp"
#include "store/netcdf4/netcdf4_target.hpp"
#include "store/zarr/open_zarr.hpp"
#include "store/zarr/references/reference_store.hpp"
#include "store/zarr/storage/zip_store.hpp"

namespace ncf::store {

namespace {

// libnetcdf reports "Permission denied" for every error here.
void check_parent(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  std::error_code ignored;
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
    throw Error(ErrorCode::not_found, "no such folder: " + folder.string());
  }
}

/// Checks that an output replaces nothing but an empty file, whose name it keeps.
void check_free(const std::filesystem::path& path) {
  std::error_code not_a_file;
  const std::uintmax_t bytes = std::filesystem::file_size(path, not_a_file);
  if (!not_a_file && bytes > 0) throw Error(ErrorCode::io, "the file exists already");
}

bool is_local_file(const Input& input) {
  const location::Implementation implementation = input.inference.implementation;
  return input.path && (implementation == location::Implementation::netcdf3 ||
                        implementation == location::Implementation::hdf5);
}

/// Returns whether the input is a Zarr store that we read; libnetcdf reads all others.
bool is_own_zarr(const Input& input) {
  return (input.is_folder || input.zip || input.keys || input.references) &&
         input.inference.implementation == location::Implementation::zarr;
}

std::shared_ptr<zarr::KeyStore> open_keys(const Input& input, const Tuning& tuning) {
  if (input.keys) return input.keys;
  if (input.references) {
    return zarr::open_references(input.references, tuning.follow_external, input.network);
  }
  return input.zip ? zarr::open_zip(*input.zip) : zarr::open_folder(input.path->string());
}

bool is_netcdf4_file(const Input& input) {
  return (input.path || input.bytes) &&
         input.inference.implementation == location::Implementation::hdf5;
}

zarr::XarrayNames xarray_names_of(const Input& input) {
  return input.inference.has_mode("noxarray") ? zarr::XarrayNames::ignored
                                              : zarr::XarrayNames::read;
}

std::unique_ptr<model::Source> open(const Input& input, const std::string& name,
                                    const Tuning& tuning, filter::FilterSource& filters) {
  if (tuning.in_memory && !is_local_file(input)) {
    throw Error(ErrorCode::unsupported, "only a netCDF file can be read into memory first");
  }
  if (is_own_zarr(input)) {
    return zarr::open_source(open_keys(input, tuning), name, xarray_names_of(input), tuning,
                             filters);
  }
  if (is_netcdf4_file(input)) {
    if (input.bytes) return netcdf4::Netcdf4Source::open(input.bytes, name, tuning, filters);
    return netcdf4::Netcdf4Source::open(*input.path, name, tuning, filters);
  }
  if (input.bytes) return libnetcdf::functions().open_source(name, "", input.bytes, tuning);
  const bool is_classic = is_local_file(input);
  return libnetcdf::functions().open_source(
      name, input.name, is_classic ? base::open_bytes(*input.path) : nullptr, tuning);
}

std::unique_ptr<zarr::KeyStore> make_keys(const std::filesystem::path& path, const Tuning& tuning) {
  if (!tuning.zip_folder) return zarr::make_folder(path.string());
  check_free(path);
  return zarr::make_zip(path, *tuning.zip_folder);
}

std::unique_ptr<model::Target> create(const std::filesystem::path& path, const std::string& name,
                                      const model::Schema& schema, const Tuning& tuning,
                                      filter::FilterSource& filters) {
  check_format(schema);
  check_parent(path);
  if (is_zarr(schema.format)) {
    return zarr::create_target(make_keys(path, tuning), name, schema, tuning, filters);
  }
  check_name(path.string());
  check_free(path);
  if (is_netcdf4(schema.format)) {
    return netcdf4::Netcdf4Target::create(path, name, schema, tuning);
  }
  return libnetcdf::functions().create_target(path, name, schema, tuning);
}

}  // namespace

std::unique_ptr<model::Source> open_source(const std::string& name, const Tuning& tuning,
                                           filter::FilterSource& filters) {
  return base::with_context(name, [&] {
    const Input input = tuning.in_memory ? find_input(name)
                                         : reach_input(name, {.connections = tuning.connections});
    return open(input, base::without_secrets(name), tuning, filters);
  });
}

std::unique_ptr<model::Source> open_source(const Input& input, const std::string& name,
                                           const Tuning& tuning, filter::FilterSource& filters) {
  return base::with_context(
      name, [&] { return open(input, base::without_secrets(name), tuning, filters); });
}

std::unique_ptr<model::Target> create_target(const std::filesystem::path& path,
                                             const std::string& name, const model::Schema& schema,
                                             const Tuning& tuning, filter::FilterSource& filters) {
  return base::with_context(name, [&] { return create(path, name, schema, tuning, filters); });
}

std::unique_ptr<model::Target> create_in_memory(const model::Schema& schema,
                                                filter::FilterSource& filters) {
  check_format(schema);
  if (is_zarr(schema.format)) {
    return zarr::create_target(zarr::make_memory_store(), {}, schema, {}, filters);
  }
  if (is_netcdf4(schema.format)) return netcdf4::Netcdf4Target::create_in_memory(schema);
  return libnetcdf::functions().create_in_memory(schema);
}

}  // namespace ncf::store
