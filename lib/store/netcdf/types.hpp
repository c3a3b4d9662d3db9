// SPDX-FileCopyrightText: 2026 The ncf authors
// SPDX-License-Identifier: Apache-2.0
//
// Between libnetcdf's type ids and the model's types.
#pragma once

#include <netcdf.h>

#include <map>
#include <vector>

#include "model/schema.hpp"

namespace ncf::store::netcdf {

/// The id of an atomic type, the same in every file.
nc_type atomic_id(model::TypeClass type_class) noexcept;

/// Types of an open file, read when first asked for. Keeps them in an order in which every type
/// stands after those it is made of.
class TypeReader {
 public:
  /// Notes that type `id` is defined in `group`, whose ncid is `ncid`.
  void add(nc_type id, int ncid, model::GroupId group);

  /// The type with this id. throws: Error(unsupported) if libnetcdf knows no such type.
  const model::TypeRef& get_type(nc_type id);

  /// All types noted, each with its group.
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
  std::vector<nc_type> order_;  ///< of completion
};

}  // namespace ncf::store::netcdf
