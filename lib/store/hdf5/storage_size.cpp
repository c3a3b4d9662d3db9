// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/storage_size.hpp"

#include "ncf/error.hpp"
#include "store/hdf5/calls.hpp"
#include "store/hdf5/error_capture.hpp"

namespace ncf::store::hdf5 {

namespace {

/// The dataset of a variable. A variable that has a dimension's name without being its coordinate
/// is stored under another name, the plain one being the dimension scale's.
/// source: netcdf-c, NON_COORD_PREPEND
std::string dataset_path(const Handle& file, const model::Schema& schema, model::VariableId id) {
  const model::Variable& variable = schema.variables[id];
  std::string group = schema.group_path(variable.group);
  if (group.back() != '/') group += '/';
  const std::string renamed = group + "_nc4_non_coord_" + variable.name;
  ErrorCapture quiet;
  return H5Lexists(file.id(), renamed.c_str(), H5P_DEFAULT) > 0 ? renamed : group + variable.name;
}

}  // namespace

std::vector<std::uint64_t> storage_sizes(const std::filesystem::path& path,
                                         const model::Schema& schema) {
  const Handle file = open_file(path.string());
  std::vector<std::uint64_t> sizes;
  for (model::VariableId id = 0; id < schema.variables.size(); ++id) {
    try {
      const Handle dataset = open_dataset(file, dataset_path(file, schema, id));
      sizes.push_back(H5Dget_storage_size(dataset.id()));
    } catch (Error& error) {
      error.add_context("variable " + schema.variable_path(id));
      throw;
    }
  }
  return sizes;
}

}  // namespace ncf::store::hdf5
