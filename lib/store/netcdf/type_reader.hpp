// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Maps libnetcdf's type ids to the model's types and back. I/O thread only.
#pragma once

#include <netcdf.h>

#include <map>
#include <vector>

#include "model/schema/schema.hpp"

namespace ncf::store::netcdf {

/// Returns the id of an atomic type, equal in all files.
nc_type atomic_id(model::TypeClass type_class) noexcept;

/// The types of an open file, read on demand. Lists each type after those it consists of.
class TypeReader {
 public:
  /// Records that type `id` is defined in `group`, whose ncid is `ncid`.
  void add(nc_type id, int ncid, model::GroupId group);

  /// Returns the type with this id. throws: Error(unsupported) if libnetcdf does not know it.
  const model::TypeRef& get_type(nc_type id);

  /// Returns all recorded types, each with its group.
  std::vector<model::UserType> all_types();

 private:
  struct Definition {
    int ncid = 0;
    model::GroupId group = 0;
    model::TypeRef type;  ///< empty until read
  };

  model::TypeRef read_type(int ncid, nc_type id);
  void read_members(int ncid, nc_type id, std::size_t count, model::Type& type);
  void read_fields(int ncid, nc_type id, std::size_t count, model::Type& type);

  std::map<nc_type, Definition> definitions_;
  std::vector<nc_type> order_;  ///< order of completion
};

}  // namespace ncf::store::netcdf
