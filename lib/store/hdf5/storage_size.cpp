// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/storage_size.hpp"

#include "store/hdf5/calls.hpp"
#include "store/hdf5/dataset_path.hpp"

namespace ncf::store::hdf5 {

std::vector<std::uint64_t> storage_sizes(const std::filesystem::path& path,
                                         const model::Schema& schema) {
  Handle file = open_file(path.string());
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
  file.close();
  return sizes;
}

}  // namespace ncf::store::hdf5
