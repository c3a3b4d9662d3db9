// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/hdf5/dataset_path.hpp"

namespace ncf::store::hdf5 {

PossiblePaths possible_paths(const model::Schema& schema, model::VariableId id) {
  const model::Variable& variable = schema.variables[id];
  std::string group = schema.group_path(variable.group);
  if (group.back() != '/') group += '/';
  return {group + "_nc4_non_coord_" + variable.name, group + variable.name};
}

std::string dataset_path(const Handle& file, const model::Schema& schema, model::VariableId id) {
  const PossiblePaths paths = possible_paths(schema, id);
  ErrorCapture quiet;
  return H5Lexists(file.id(), paths.renamed.c_str(), H5P_DEFAULT) > 0 ? paths.renamed : paths.plain;
}

}  // namespace ncf::store::hdf5
