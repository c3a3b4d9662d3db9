// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/open.hpp"

#include <system_error>

#include "ncf/error.hpp"
#include "store/format_check.hpp"
#include "store/hdf5/storage_size.hpp"
#include "store/netcdf/netcdf_dataset.hpp"

namespace ncf::store {

namespace {

bool is_url(const std::string& path) { return path.find("://") != std::string::npos; }

// libnetcdf takes a backslash for a folder separator.
void check_name(const std::string& path) {
  if (path.find('\\') != std::string::npos) {
    throw Error(ErrorCode::unsupported,
                "libnetcdf cannot use a file whose name holds a backslash; rename it");
  }
}

void check_readable(const std::string& path) {
  std::error_code failure;
  const auto status = std::filesystem::status(path, failure);
  if (status.type() == std::filesystem::file_type::not_found) {
    throw Error(ErrorCode::not_found, "no such file");
  }
  if (failure) throw Error(ErrorCode::io, failure.message());
  if (std::filesystem::is_directory(status)) {
    throw Error(ErrorCode::unsupported, "a folder, not a netCDF file");
  }
}

// libnetcdf says "Permission denied" to all that goes wrong here.
void check_parent(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  std::error_code ignored;
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
    throw Error(ErrorCode::not_found, "no such folder: " + folder.string());
  }
}

std::uint64_t classic_bytes(const model::Schema& schema, const model::Variable& variable) {
  std::uint64_t bytes = variable.type->size_bytes;
  for (const std::size_t length : schema.shape(variable)) bytes *= length;
  return bytes;
}

template <class Work>
decltype(auto) at_path(const std::string& path, Work&& work) {
  try {
    return work();
  } catch (Error& error) {
    error.add_context(path);
    throw;
  }
}

}  // namespace

std::unique_ptr<model::Dataset> open_dataset(const std::string& path, const Tuning& tuning) {
  return at_path(path, [&]() -> std::unique_ptr<model::Dataset> {
    if (!is_url(path)) {
      check_name(path);
      check_readable(path);
    }
    return netcdf::NetcdfDataset::open(path, tuning);
  });
}

std::unique_ptr<model::Dataset> create_dataset(const std::filesystem::path& path,
                                               const model::Schema& schema, const Tuning& tuning) {
  check_format(schema);
  check_name(path.string());
  check_parent(path);
  return netcdf::NetcdfDataset::create(path, schema, tuning);
}

std::unique_ptr<model::Dataset> rehearse_dataset(const model::Schema& schema) {
  check_format(schema);
  return netcdf::NetcdfDataset::rehearse(schema);
}

std::vector<std::uint64_t> stored_bytes(const std::filesystem::path& path,
                                        const model::Schema& schema) {
  if (location::is_netcdf4(schema.format)) return hdf5::storage_sizes(path, schema);
  std::vector<std::uint64_t> sizes;
  for (const model::Variable& variable : schema.variables) {
    sizes.push_back(classic_bytes(schema, variable));
  }
  return sizes;
}

}  // namespace ncf::store
