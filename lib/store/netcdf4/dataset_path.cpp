// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
#include "store/netcdf4/dataset_path.hpp"

namespace ncf::store::netcdf4 {

using hdf5::ErrorCapture;
using hdf5::Handle;

std::string dataset_path(const Handle& file, const model::Schema& schema, model::VariableId id) {
  const model::Variable& variable = schema.variables[id];
  std::string group = schema.group_path(variable.group);
  if (group.back() != '/') group += '/';
  const std::string renamed = group + "_nc4_non_coord_" + variable.name;
  ErrorCapture quiet;
  return H5Lexists(file.id(), renamed.c_str(), H5P_DEFAULT) > 0 ? renamed : group + variable.name;
}

}  // namespace ncf::store::netcdf4
