// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/open/open.hpp"

#include <cstdint>
#include <system_error>

#include "base/errors/error_context.hpp"
#include "base/text/messages.hpp"
#include "libnetcdf/functions.hpp"
#include "ncf/error.hpp"
#include "store/netcdf4/open_netcdf4.hpp"
#include "store/open/format_check.hpp"
#include "store/open/input.hpp"
#include "store/open/store_kinds.hpp"
#include "store/zarr/open_zarr.hpp"

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

[[noreturn]] void refuse_memory() {
  throw Error(ErrorCode::unsupported, "only a netCDF file can be read into memory first");
}

// ---- Zarr ----

bool is_own_zarr(const Input& input) {
  return input.open_keys && input.inference.implementation == location::Implementation::zarr;
}

std::unique_ptr<model::Source> open_zarr(const Input& input, const std::string& name,
                                         const Tuning& tuning, filter::FilterSource& filters) {
  if (tuning.in_memory) refuse_memory();
  const auto names =
      input.inference.has_mode("noxarray") ? zarr::XarrayNames::ignored : zarr::XarrayNames::read;
  return zarr::open_source(input.open_keys(input, tuning), name, names, tuning, filters);
}

std::unique_ptr<zarr::KeyStore> make_keys(const std::filesystem::path& path, const Tuning& tuning) {
  if (!tuning.file) return zarr::make_folder(path.string());
  check_free(path);
  return tuning.file->kind->make(path, tuning.file->folder);
}

// ---- netCDF-4, by libhdf5 ----

bool is_netcdf4_file(const Input& input) {
  return (input.path || input.bytes) &&
         input.inference.implementation == location::Implementation::hdf5;
}

std::unique_ptr<model::Source> open_netcdf4(const Input& input, const std::string& name,
                                            const Tuning& tuning, filter::FilterSource& filters) {
  if (input.path) return netcdf4::open_source(*input.path, name, tuning, filters);
  if (tuning.in_memory) refuse_memory();
  return netcdf4::open_source(input.bytes, name, tuning, filters);
}

// ---- Classic files, and all that only libnetcdf reads ----

// Most packages of libnetcdf are built without HDF4.
std::unique_ptr<model::Source> open_hdf4(const Input& input, const std::string& name,
                                         const Tuning& tuning) {
  try {
    return libnetcdf::functions().open_source(name, input.name, nullptr, tuning);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    throw Error(ErrorCode::unsupported,
                "an HDF4 file, which this libnetcdf cannot read; h4tonccf or ncl_convert2nc "
                "converts it");
  }
}

std::unique_ptr<model::Source> open_by_libnetcdf(const Input& input, const std::string& name,
                                                 const Tuning& tuning) {
  const bool is_file =
      input.path && input.inference.implementation == location::Implementation::netcdf3;
  if (tuning.in_memory && !is_file) refuse_memory();
  if (input.bytes) return libnetcdf::functions().open_source(name, "", input.bytes, tuning);
  if (input.inference.implementation == location::Implementation::hdf4) {
    return open_hdf4(input, name, tuning);
  }
  return libnetcdf::functions().open_source(
      name, input.name, is_file ? base::open_bytes(*input.path) : nullptr, tuning);
}

// ---- All of them ----

std::unique_ptr<model::Source> open(const Input& input, const std::string& name,
                                    const Tuning& tuning, filter::FilterSource& filters) {
  if (is_own_zarr(input)) return open_zarr(input, name, tuning, filters);
  if (is_netcdf4_file(input)) return open_netcdf4(input, name, tuning, filters);
  return open_by_libnetcdf(input, name, tuning);
}

}  // namespace

std::unique_ptr<model::Source> open_source(const std::string& name, const Tuning& tuning,
                                           filter::FilterSource& filters,
                                           location::Inference* inferred) {
  return base::with_context(name, [&] {
    const Input input = tuning.in_memory ? find_input(name)
                                         : reach_input(name, {.connections = tuning.connections});
    if (inferred != nullptr) *inferred = input.inference;
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
  return base::with_context(name, [&] {
    check_format(schema);
    check_parent(path);
    if (is_zarr(schema.format)) {
      return zarr::create_target(make_keys(path, tuning), name, schema, tuning, filters);
    }
    check_name(path.string());
    check_free(path);
    if (is_netcdf4(schema.format)) return netcdf4::create_target(path, name, schema, tuning);
    return libnetcdf::functions().create_target(path, name, schema, tuning);
  });
}

std::unique_ptr<model::Target> create_in_memory(const model::Schema& schema,
                                                filter::FilterSource& filters) {
  check_format(schema);
  if (is_zarr(schema.format)) {
    return zarr::create_target(zarr::make_memory_store(), {}, schema, {}, filters);
  }
  if (is_netcdf4(schema.format)) return netcdf4::create_in_memory(schema);
  return libnetcdf::functions().create_in_memory(schema);
}

}  // namespace ncf::store
